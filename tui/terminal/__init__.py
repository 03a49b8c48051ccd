"""A Textual app on a terminal that is not this process's own."""
