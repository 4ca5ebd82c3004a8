"""Times against each other and against the hardware."""
