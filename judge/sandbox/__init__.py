"""Running one program through build/runner, and what it tells of the run."""
