"""This source tree: where its parts are, and how its programs are built."""
