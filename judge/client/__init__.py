"""A terminal's side of a remote online judge: its address, its token, and its answers.

What a server says is from outside: it is bounded, checked against web/api/shapes.py, and shown by the console alone.
"""
