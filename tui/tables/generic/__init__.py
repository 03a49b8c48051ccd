"""The table of a game that has none of its own yet: its view field by field, its cards in hand, its moves by number."""
