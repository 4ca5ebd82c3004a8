"""The project's own tests: what `judge test` runs, what it remembers, and what it costs."""
