"""Da Capo: play your stock away, card by card, on the three build piles in the middle."""
