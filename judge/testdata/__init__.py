"""Makes and checks test data."""
