"""Making and checking test data."""
