"""The formats of problem packages: one module a format, each of which reads a folder into the same model."""
