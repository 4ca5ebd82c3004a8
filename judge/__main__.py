"""`python -m judge`, or this file as a program, as the launcher starts it, without the caller's PYTHONPATH."""

import gc
import os
import sys

if not __package__:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120  # fast

# Objects created while modules load are never garbage: scanning them would take a tenth of the start-up time.
gc.set_threshold(100_000)

from judge.base.callers_state import take_own_state  # noqa: E402
from judge.base.interruption import hear_signals  # noqa: E402
from judge.base.streams import set_up_streams  # noqa: E402

# Before the command line's modules, which take several times as long to load.
take_own_state()
set_up_streams()
hear_signals()

from judge.cli import main  # noqa: E402

main()
