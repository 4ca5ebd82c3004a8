"""`python -m judge`."""

import gc

# Objects created while modules load are never garbage: scanning them would take a tenth of the start-up.
gc.set_threshold(100_000)

from judge.cli import main  # noqa: E402

main()
