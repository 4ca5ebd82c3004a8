"""Work on a node: unpacking a bundle of files, and starting the judge from one.

Only Python's standard library is here, as this file is what brings the judge to a node that has nothing of it: it is
started by its path in the shared folder, `unpack.py STORE DIGEST CACHE ARGUMENT...`.

The store, in the shared folder, is written by the judge (bundle.py):

    files/SHA256     a file's content
    bundles/DIGEST   a manifest: which files a bundle has, as JSON; DIGEST is its SHA-256

The cache, on each node, has a folder DIGEST for each bundle. It appears whole or not at all.
"""

import fcntl
import hashlib
import json
import os
import shutil
import stat
import sys
import tempfile
import time
from pathlib import Path

FILES, BUNDLES = "files", "bundles"
PACKAGES = "site-packages"
"""The folder in the judge's own bundle with the Python packages that it needs."""
UNPACKED_NS = 1_000_000_000 * 10**9
"""The modification time of each unpacked file: a file that was written to since has another."""
UNUSED_AFTER_S = 30 * 24 * 3600.0
CHUNK_BYTES = 1 << 20

Manifest = dict[str, tuple[str, int, bool]]
"""Each file by its path in the bundle: its SHA-256, its size in bytes, and whether it is executable."""


class BundleError(Exception):
    """A bundle that cannot be unpacked. Its text names the file, what was expected, and what was found."""


def cache_folder(asked: str) -> Path:
    """The node's cache; `asked`: the one of engine.yaml, or empty. Raises BundleError if others could write to it."""
    folder = Path(asked or f"{tempfile.gettempdir()}/warp-judge-{os.geteuid()}")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    found = folder.lstat()
    mode = stat.S_IMODE(found.st_mode)
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or mode & 0o022:
        raise BundleError(
            f"{folder}: expected a folder of user {os.geteuid()} into which nobody else may write, found one of "
            f"user {found.st_uid} with mode {mode:o}; name another one as 'node_cache' in engine.yaml"
        )
    return folder


def unpacked(store: Path, digest: str, cache: Path) -> Path:
    """The folder with the files of this bundle: unpacked once, by one of the tasks that need it at once. Raises
    BundleError."""
    manifest = manifest_of(store, digest)
    tree = cache / digest
    with (cache / f"{digest}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_whole(tree, manifest):
            for left in cache.glob(f"{digest}.part-*"):  # by a task that was killed
                shutil.rmtree(left, ignore_errors=True)
            _remove_unused(cache)
            _unpack(store, manifest, tree)
        os.utime(tree)
    return tree


def manifest_of(store: Path, digest: str) -> Manifest:
    """The manifest of a bundle. Raises BundleError."""
    file = store / BUNDLES / digest
    content = _read(file, "the list of what a bundle has")
    if (found := hashlib.sha256(content).hexdigest()) != digest:
        raise _damaged(file, "the list of what a bundle has", digest, found)
    return {path: (sha256, size, runs) for path, (sha256, size, runs) in json.loads(content).items()}


def is_whole(tree: Path, manifest: Manifest) -> bool:
    """Whether each file is there as it was unpacked."""
    for path, (_, size, _) in manifest.items():
        try:
            found = (tree / path).stat()
        except OSError:
            return False
        if found.st_size != size or found.st_mtime_ns != UNPACKED_NS:
            return False
    return tree.is_dir()


def _unpack(store: Path, manifest: Manifest, tree: Path) -> None:
    part = Path(tempfile.mkdtemp(dir=tree.parent, prefix=f"{tree.name}.part-"))
    try:
        part.chmod(0o755)  # programs in a sandbox run as another user
        for path, (sha256, _, runs) in manifest.items():
            _copy(store / FILES / sha256, part / path, path, sha256, 0o755 if runs else 0o644)
        if tree.exists():  # changed since; a task that still uses it finds everything else in the new one
            old = part.with_name(f"{part.name}-old")
            tree.rename(old)
            part.rename(tree)
            shutil.rmtree(
                old, ignore_errors=True
            )  # such a task may write to it; the next unpacking removes the rest
        else:
            part.rename(tree)
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _copy(source: Path, target: Path, path: str, sha256: str, mode: int) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    try:
        with source.open("rb") as content, target.open("wb") as file:
            while chunk := content.read(CHUNK_BYTES):
                digest.update(chunk)
                file.write(chunk)
    except FileNotFoundError as error:
        raise _missing(source, path) from error
    except OSError as error:
        raise BundleError(
            f"{path} cannot be unpacked: {error.filename or target}: {error.strerror}"
        ) from error
    if (found := digest.hexdigest()) != sha256:
        raise _damaged(source, path, sha256, found)
    target.chmod(mode)
    os.utime(target, ns=(UNPACKED_NS, UNPACKED_NS))


def _read(file: Path, what: str) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise _missing(file, what) from error


def _missing(file: Path, what: str) -> BundleError:
    return BundleError(
        f"{file}: {what} is missing there: is the folder 'shared' of engine.yaml the same on all nodes?"
    )


def _damaged(file: Path, what: str, expected: str, found: str) -> BundleError:
    """Removes a damaged file. The judge stores it again when it requeues the job."""
    file.unlink(missing_ok=True)
    return BundleError(
        f"{file}: {what} is damaged there: expected SHA-256 {expected}, found {found}. It was removed, and is stored "
        "again when the job is queued again"
    )


def _remove_unused(cache: Path) -> None:
    """Removes bundles of earlier states of the checkout."""
    for tree in cache.iterdir():
        if tree.is_dir() and time.time() - tree.stat().st_mtime > UNUSED_AFTER_S:
            shutil.rmtree(tree, ignore_errors=True)


def main(store: str, digest: str, cache: str, *arguments: str) -> None:
    """Becomes the judge of this bundle, with these arguments."""
    try:
        tree = unpacked(Path(store), digest, cache_folder(cache))
    except (BundleError, OSError) as error:
        sys.exit(f"judge: {error}")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(tree), str(tree / PACKAGES)])
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.execv(sys.executable, [sys.executable, "-P", "-m", "judge", *arguments])


if __name__ == "__main__":
    main(*sys.argv[1:])
