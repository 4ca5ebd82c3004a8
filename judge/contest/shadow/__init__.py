"""A shadow of a contest that another system runs: what its Contest API says, kept in a folder, and how ours differs."""
