"""What every package may use, and that knows nothing of judging."""
