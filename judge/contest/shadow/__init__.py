"""A shadow of a contest that another system runs: its Contest API's data, stored in a folder, and how our results
differ."""
