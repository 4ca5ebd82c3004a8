"""Limits of time that hold on this machine: measured, kept and explained."""
