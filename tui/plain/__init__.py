"""Plain mode: the same games as append-only lines with numbered choices, for screen readers, slow lines and scripts."""
