"""Danger 13: give every card away, keep plus signs, and never be the one who reaches 13."""
