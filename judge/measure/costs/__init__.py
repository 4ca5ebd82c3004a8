"""The measured model by which a problem's program chooses a solver: what things cost on this machine."""
