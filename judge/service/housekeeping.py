"""What a judge that runs for months removes by itself: compiled programs beyond their limit, least recently used
first; replaced copies of the store; and files that a killed process left in the data folder."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.base.trees import remove_tree
from judge.languages.compile_cache import FEW, MOST_BYTES, remove_oldest
from judge.service.package_files import KEPT
from judge.service.shelf import OF_CONTESTS

EVERY_S = 600.0
LOW_SHARE = 0.25
"""The share of the bound to which compiled programs are reduced if a disk lacks room."""
COPIES_KEPT = 2
"""Copies of stores from before an upgrade."""
LEFT_S = 24 * 3600.0
"""The age at which an unfinished upload is abandoned."""


class Housekeeping:
    """Housekeeping, for one thread."""

    def __init__(
        self,
        compiled: Path,
        data: Path | None,
        lack: Callable[[], str],
        is_offered: Callable[[str], bool] = lambda _: True,
    ) -> None:
        """`data`: the folder with the store, if there is one; `lack`: which disk has too little room; `is_offered`:
        whether a path in that folder is a known package's."""
        self._compiled, self._data, self._lack, self._is_offered = compiled, data, lack, is_offered
        self._done_s = float("-inf")

    def look(self) -> None:
        """Looks now and then, and at once if there is a lack of room."""
        is_lacking = bool(self._lack())
        if is_lacking or time.monotonic() - self._done_s >= EVERY_S:
            self._done_s = time.monotonic()
            self.tidy(is_lacking=is_lacking)

    def tidy(self, *, is_lacking: bool = False) -> None:
        if self._compiled.is_dir():
            most = int(MOST_BYTES * LOW_SHARE) if is_lacking else MOST_BYTES
            remove_oldest(self._compiled, most, few=0 if is_lacking else FEW)
        if self._data is not None:
            for copy in old_copies(self._data):
                copy.unlink(missing_ok=True)
            for folder in self._left(self._data):
                remove_tree(folder)

    def _left(self, data: Path) -> Iterator[Path]:
        for folder in (*(data / KEPT).glob("upload-*"), *(data / OF_CONTESTS).glob(".new-*")):
            is_old = time.time() - folder.stat().st_mtime > LEFT_S
            if is_old and not (folder.parent.name == KEPT and self._is_offered(f"{KEPT}/{folder.name}/")):
                yield folder


def old_copies(data: Path) -> list[Path]:
    """Copies from before an upgrade, except for the last ones."""
    numbers = {one: one.stem.rpartition("-")[2] for one in data.glob("store.schema-*.sqlite")}
    numbered = sorted((int(number), one) for one, number in numbers.items() if number.isdecimal())
    return [one for _, one in numbered[:-COPIES_KEPT]]
