"""Helpers that every package may use and that are independent of judging."""
