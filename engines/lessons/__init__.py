"""Lessons: a game taught on its own table, from data that lies beside its rules."""
