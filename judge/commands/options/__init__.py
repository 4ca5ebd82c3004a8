"""The commands as they are typed: a module for each, with its options, which calls the command's own module."""
