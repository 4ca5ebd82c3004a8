"""A local copy of another system's contest: a contest package, or its recorded feed."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.base.errors import JudgeError
from judge.base.outside_files import DATA_BYTES, content_of, opened
from judge.base.outside_folders import require_inside
from judge.contest.layouts import contest_folder
from judge.contest.shadow.mirror import SCOREBOARD, Mirror, json_in
from judge.contest.shadow.objects import COLLECTIONS, SINGLES
from judge.contest.sources import MOST_BYTES
from judge.contest.strict import PLACES, file_in

FEEDS = ("event-feed.ndjson", "event-feed.json")
MOST_LINE = 8 * DATA_BYTES


class StoredContest:
    """A folder or a zip file of a contest package, or a file with a feed."""

    def __init__(self, given: Path) -> None:
        if not given.exists():
            raise JudgeError(
                f"{given}: expected the address of a Contest API, a contest package or a recorded feed, "
                "found no such file or folder."
            )
        self.folder = contest_folder(given)

    def read_into(self, mirror: Mirror) -> None:
        """Reads endpoints that are stored as files, and otherwise the recorded feed."""
        if self.folder.is_file():
            self._read_feed(self.folder, mirror)
            return
        feed = file_in(self.folder, *FEEDS)
        if feed is not None:
            self._read_feed(feed, mirror)
        for kind in (*SINGLES, *COLLECTIONS):
            if (file := file_in(self.folder, f"{kind}.json")) is not None:
                content = json_in(file)
                put = mirror.put_single if kind in SINGLES else mirror.put_all
                put(kind, content, str(file))
        if (file := file_in(self.folder, f"{SCOREBOARD}.json")) is not None:
            mirror.scoreboard = json_in(file)

    def files_of(self, submission: dict[str, Any]) -> bytes:
        """The files as a zip file. Raises JudgeError if there is none."""
        name = submission["id"]
        for part in PLACES:
            file = self.folder / part / "submissions" / name / "files.zip"
            if file.is_file():
                require_inside(file, self.folder)
                return content_of(file, MOST_BYTES)
        raise JudgeError(f"its files are missing: expected submissions/{name}/files.zip in {self.folder}")

    def _read_feed(self, file: Path, mirror: Mirror) -> None:
        for number, line in enumerate(_lines(file), start=1):
            if line.strip():
                mirror.take_line(line, f"{file}, line {number}")
        mirror.place = None


def _lines(file: Path) -> Iterator[bytes]:
    with opened(file) as content:
        while line := content.readline(MOST_LINE + 1):
            if len(line) > MOST_LINE:
                raise JudgeError(
                    f"{file}: a line has more than {MOST_LINE:,} bytes: expected an event in each."
                )
            yield line
