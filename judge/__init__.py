"""Warp Judge: feeds test data to problem programs and submissions, judges and times them."""
