"""A terminal's side of an online judge elsewhere: where it is, whose token is kept, and what it answers.

What a server says is from outside: it is bounded, checked against web/api/shapes.py, and shown by the console alone.
"""
