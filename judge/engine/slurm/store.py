"""The store of bundles in the shared folder, as unpack.py describes it: each content is stored once."""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.whole_files import write_in_one_step
from judge.engine.slurm import unpack
from judge.problems.manifest import sha256_of

FOLDER = "bundles"
"""The folder of the store, in the shared folder."""


class BundleStore:
    def __init__(self, shared: Path) -> None:
        self.folder = shared / FOLDER
        self._put: dict[str, tuple[bytes, dict[str, tuple[Path, int]]]] = {}
        """Each bundle by its digest: its manifest, and its files' sizes by their SHA-256."""

    def put(self, files: Mapping[str, Path], checksum: Callable[[Path], str] = sha256_of) -> str:
        """Stores a bundle of these files, by their paths in it; returns its digest. `checksum`: of a file, which may
        be known already. Raises JudgeError if there is no room, or a file is being changed."""
        manifest: unpack.Manifest = {}
        contents: dict[str, tuple[Path, int]] = {}
        for path, file in sorted(files.items()):
            found = file.stat()
            sha256 = checksum(file)
            manifest[path] = sha256, found.st_size, bool(found.st_mode & 0o100)
            contents[sha256] = file, found.st_size
        content = json.dumps(manifest).encode()
        digest = hashlib.sha256(content).hexdigest()
        self._put[digest] = content, contents
        self._complete(digest)
        return digest

    def mend(self) -> None:
        """Stores again the files that a node found damaged, and removed."""
        for digest in [*self._put]:
            self._complete(digest)

    def _complete(self, digest: str) -> None:
        content, files = self._put[digest]
        place = self.folder / unpack.BUNDLES / digest
        try:
            for folder in (unpack.FILES, unpack.BUNDLES):
                (self.folder / folder).mkdir(parents=True, exist_ok=True, mode=0o700)
            for sha256, (file, size) in files.items():
                self._put_file(file, sha256, size)
            if not place.exists():
                write_in_one_step(place, content)
        except OSError as error:
            raise JudgeError(f"{error.filename or self.folder}: {error.strerror}: nodes need it.") from error

    def put_unpacker(self) -> Path:
        """The program that a node starts: unpack.py, named by its content, so that a later judge's does not replace
        it."""
        source = Path(unpack.__file__)
        self.folder.mkdir(parents=True, exist_ok=True)
        place = self.folder / f"unpack-{sha256_of(source)[:16]}.py"
        write_in_one_step(place, source.read_bytes())
        return place

    def _put_file(self, source: Path, sha256: str, size: int) -> None:
        """Stores a file whole or not at all, and on the disk before any node learns of it."""
        place = self.folder / unpack.FILES / sha256
        try:
            if place.stat().st_size == size:
                return
        except FileNotFoundError:
            pass
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=".part-")
        part = Path(name)
        try:
            with os.fdopen(handle, "wb") as file, source.open("rb") as content:
                shutil.copyfileobj(content, file)
                file.flush()
                os.fsync(file.fileno())
            if sha256_of(part) != sha256:
                raise JudgeError(f"{source} was changed while it was stored for the nodes: start again.")
            part.replace(place)
        finally:
            part.unlink(missing_ok=True)
