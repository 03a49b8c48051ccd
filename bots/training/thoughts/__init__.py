"""What searches come to, learnt: games of searches are watched, and small nets are taught what they chose."""
