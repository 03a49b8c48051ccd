"""Where every tuned number of the bots comes from: `python -m bots.training GAME` makes it again."""
