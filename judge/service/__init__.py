"""Judging as a service: from a problem and a file to a stored verdict, for every front end alike.

`intake.py` and `class_files.py` read what users submit, within bounds. `prepared_problem.py` makes a problem ready: it
is built, its data exists, its limits are known; nothing is measured during a submission without being shown.
"""
