"""Past results on this machine, in the user's database."""
