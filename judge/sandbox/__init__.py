"""Running one program through build/runner, and what the runner reports about the run."""
