"""Who judges what, when and on which cores."""
