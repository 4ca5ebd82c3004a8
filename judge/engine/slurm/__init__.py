"""The engine of a cluster: jobs become tasks of Slurm arrays, and results come back as files in a shared folder."""
