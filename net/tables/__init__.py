"""A table as its log tells it, and what may happen there. It does no I/O."""
