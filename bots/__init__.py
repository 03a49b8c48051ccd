"""Who decides without a person: sees Views, never a State of the real game."""
