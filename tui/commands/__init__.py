"""What each word after `tablee` does: one module a command."""
