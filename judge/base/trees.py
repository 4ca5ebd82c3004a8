"""Removal of folders that an untrusted program may have filled."""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path


def remove_tree(folder: Path | str) -> None:
    """Removes the folder and its contents, as far as this user may; a missing folder is not an error.

    `shutil.rmtree` holds a stack frame and a descriptor for each level, which a thousand levels exhaust: `rm`, which
    holds neither, removes the rest.
    """
    with contextlib.suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    if os.path.lexists(folder):
        subprocess.run(["rm", "-rf", "--", folder], stderr=subprocess.DEVNULL, check=False)
