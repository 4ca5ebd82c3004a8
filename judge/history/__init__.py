"""What was judged on this machine, in a database of the user."""
