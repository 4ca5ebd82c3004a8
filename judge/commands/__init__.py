"""The commands of `judge`, one a file."""
