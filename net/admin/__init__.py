"""Whoever runs the house: one list of commands, asked over a socket in the data folder or over ssh."""
