"""Times, compared with each other and with the hardware."""
