"""Tables that several people share."""
