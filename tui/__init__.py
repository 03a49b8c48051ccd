"""What a person sees, and the command line."""
