"""What is told of results: in the terminal, as a page, JSON and JUnit XML."""
