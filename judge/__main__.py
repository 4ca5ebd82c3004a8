"""`python -m judge`."""

import gc

# What modules make while they are loaded stays: looking through it for garbage takes a tenth of the start.
gc.set_threshold(100_000)

from judge.cli import main  # noqa: E402

main()
