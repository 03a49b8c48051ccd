"""The houses that are one house: alone, or several processes that share a store and talk to each other."""
