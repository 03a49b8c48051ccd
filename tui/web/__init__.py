"""A page in a browser: its files, and what it is told beside the picture."""
