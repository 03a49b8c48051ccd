"""What every door needs: who may come in, what a caller brought, and the rooms that they are shown to."""
