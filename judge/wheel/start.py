"""The command `judge` of an installed wheel, in which this file is the package `warp_judge`.

The whole tree of the judge is next to it, as in a checkout, so that `warp_judge` is the only name that the wheel adds
to the environment. It is started as a checkout's launcher starts the judge: without the caller's PYTHONPATH, and with
Ctrl-C blocked until the judge can handle it.
"""

import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

TREE = Path(__file__).resolve().parent / "tree"


def main() -> NoReturn:
    """Becomes the judge."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    os.environ["WARP_JUDGE_CALLED_AS"] = sys.argv[0]
    os.execv(sys.executable, [sys.executable, "-E", "-P", str(TREE / "judge" / "__main__.py"), *sys.argv[1:]])
