"""The formats of problem packages: one module per format, each of which reads a folder into the same model."""
