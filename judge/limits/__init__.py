"""The time limits for this machine: measured, stored and explained."""
