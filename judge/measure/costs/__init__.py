"""The measured model by which a problem's program chooses a solver: the cost of each operation on this machine."""
