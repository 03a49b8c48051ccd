"""The house: its lobby, its guests, and the croupiers who run its tables. It knows no sockets."""
