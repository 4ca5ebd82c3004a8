"""Warp Judge: feeds problem programs and submissions with test data, judges and times them."""
