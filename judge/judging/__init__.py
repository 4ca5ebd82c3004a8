"""Judging one solution: its runs, its results and its verdict."""
