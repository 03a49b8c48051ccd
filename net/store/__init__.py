"""What is kept: an append-only log for each table, people and finished games."""
