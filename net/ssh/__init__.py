"""The SSH door: who is let in, and what a channel carries to and from a caller."""
