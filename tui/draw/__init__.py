"""The drawing kit: cards, felt, plates and bars on a canvas of cells. Everything takes coordinates."""
