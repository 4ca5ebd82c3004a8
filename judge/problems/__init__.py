"""A problem as data: its package, test cases, limits and the work that a test demands."""
