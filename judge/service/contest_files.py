"""Files of the contests that are held here: other content of their folders, and attachments of their problems."""

import mimetypes
import re
import threading

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.outside_folders import require_inside
from judge.contest.extras import Extras, FoundFile, load_extras, md5_of
from judge.contest.picture_size import MIMES, picture_size
from judge.service.online import OnlineJudge
from judge.service.shelf import OF_CONTESTS
from judge.service.visibility import Viewer
from judge.store.catalogue_records import ProblemRecord, Role

ATTACHMENTS = "attachments"
ATTACHMENT_BYTES = 32 << 20
MOST_ATTACHMENTS = 100
NAME = re.compile(r"(?!(?:files|statement)\Z)[A-Za-z0-9_][A-Za-z0-9._-]{0,254}")
"""The names that the API knows; two of them belong to other files there."""
JUDGES_OWN = Viewer(None, Role.ADMIN)
"""A viewer with the right to read, used once the actual viewer may see a problem."""
OTHERS = "application/octet-stream"


class ContestFiles:
    """Files that were read are cached until the judge restarts: folders of contests are never changed, and a problem
    that changes has another version. For any number of threads."""

    def __init__(self, online: OnlineJudge) -> None:
        self._online = online
        self._extras: dict[str, Extras] = {}
        self._attachments: dict[tuple[str, str, str], tuple[FoundFile, ...]] = {}
        self._lock = threading.Lock()

    def extras(self, contest: str) -> Extras:
        """Other content of a contest's folder, by the contest's name; empty if it cannot be read."""
        with self._lock:
            if contest not in self._extras:
                self._extras[contest] = self._read(contest)
            return self._extras[contest]

    def _read(self, contest: str) -> Extras:
        folder = self._online.data / OF_CONTESTS / contest if self._online.data else None
        try:
            return load_extras(folder) if folder and folder.is_dir() else Extras()
        except JudgeError:  # it has changed since it was imported
            return Extras()

    def attachments(self, problem: ProblemRecord) -> tuple[FoundFile, ...]:
        """Files that a problem's package gives to participants, by name."""
        key = problem.name, problem.origin, problem.data_sha256
        with self._lock:
            if key not in self._attachments:
                try:
                    self._attachments[key] = self._attached(problem)
                except JudgeError:  # it is not ready
                    return ()
            return self._attachments[key]

    def _attached(self, problem: ProblemRecord) -> tuple[FoundFile, ...]:
        """Raises JudgeError if the problem cannot be read."""
        package = self._online.prepared(JUDGES_OWN, problem.name).problem.folder
        spot, found = package / ATTACHMENTS, list[FoundFile]()
        for path in sorted(spot.iterdir()) if spot.is_dir() else ():
            if not NAME.fullmatch(path.name) or not path.is_file() or len(found) == MOST_ATTACHMENTS:
                continue
            try:
                require_inside(path, package)
                content = content_of(path, ATTACHMENT_BYTES)
            except JudgeError:
                continue
            mime = MIMES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or OTHERS
            size = picture_size(content, mime) if mime in MIMES.values() else None
            if mime.startswith("image/") and size is None:  # pictures have sizes
                mime = OTHERS
            found.append(FoundFile(path, mime, md5_of(content), *(size or ())))
        return tuple(found)
