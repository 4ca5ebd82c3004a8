"""Past results on this machine, in a database of the user."""
