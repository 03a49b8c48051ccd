"""The screens, each one canvas with keys."""
