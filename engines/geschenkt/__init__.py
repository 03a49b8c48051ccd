"""Geschenkt: take the card with its chips, or pay one chip to pass it on."""
