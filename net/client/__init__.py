"""One conversation with a house and no screen in it: what every client does alike, whoever shows or plays it."""
