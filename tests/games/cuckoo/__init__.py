"""Cuckoo: keep your card or swap it with your neighbour's, and don't be left with the lowest."""
