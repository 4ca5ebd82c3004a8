"""The commands of `judge`, one per file."""
