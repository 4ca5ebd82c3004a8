"""Judging as a service: from a problem and a file to a verdict that is kept, for every front end alike.

`intake.py` and `class_files.py` read what people give, under bounds. `prepared_problem.py` makes a problem ready: it is
built, its data are there, its limits known; nothing is measured behind a submission's back.
"""
