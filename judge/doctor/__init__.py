"""What `judge doctor` checks: each check is a function of texts that the machine's files and commands give."""
