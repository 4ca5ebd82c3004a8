"""Similar passages in many submissions to one problem."""
