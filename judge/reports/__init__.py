"""Presents results: in the terminal, as a page, as JSON and as JUnit XML."""
