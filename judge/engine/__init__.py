"""Scheduling: what is judged when, and on which cores."""
