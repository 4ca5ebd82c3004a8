"""`python -m judge`."""

import gc

# Objects created while modules load are never garbage: scanning them would take a tenth of the start-up.
gc.set_threshold(100_000)

from judge.base.interruption import hear_signals  # noqa: E402
from judge.base.streams import set_up_streams  # noqa: E402

# Before the command line, whose modules take several times as long to load.
set_up_streams()
hear_signals()

from judge.cli import main  # noqa: E402

main()
