"""This source tree: where things lie, and how its programs are built."""
