"""How much anybody may do, counted by who they are and by where they come from, in one place behind one interface."""
