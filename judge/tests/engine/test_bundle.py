"""Bundles in a store, and unpacked on a node: whole or not at all, whoever is killed, and never what is damaged."""

import ast
import errno
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.engine.slurm import unpack
from judge.engine.slurm.bundle import judge_files, problem_files
from judge.engine.slurm.store import BundleStore
from judge.engine.slurm.unpack import BundleError, cache_folder, unpacked
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.watching import soon


@pytest.fixture
def store(tmp_path: Path) -> BundleStore:
    (tmp_path / "shared").mkdir()
    return BundleStore(tmp_path / "shared")


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return cache_folder(str(tmp_path / "cache"))


def some_files(tmp_path: Path) -> dict[str, Path]:
    """Two of the same content, one of which can be executed."""
    folder = tmp_path / "tree"
    folder.mkdir()
    for name in ("run", "data"):
        (folder / name).write_text("#!/bin/sh\necho done\n")
    (folder / "run").chmod(0o755)
    return {"bin/run": folder / "run", "data": folder / "data"}


def start_unpacking(store: BundleStore, digest: str, cache: Path) -> subprocess.Popen[bytes]:
    code = (
        "import sys; from pathlib import Path; from judge.engine.slurm.unpack import unpacked; "
        "unpacked(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))"
    )
    return subprocess.Popen([sys.executable, "-c", code, store.folder, digest, cache])


def test_a_bundle_comes_as_it_was(store: BundleStore, cache: Path, tmp_path: Path) -> None:
    digest = store.put(some_files(tmp_path))
    assert len([*(store.folder / unpack.FILES).iterdir()]) == 1, "equal contents are stored once"
    tree = unpacked(store.folder, digest, cache)
    assert subprocess.run([tree / "bin/run"], capture_output=True, check=True).stdout == b"done\n"
    assert (tree / "data").stat().st_mode & 0o111 == 0
    first = (tree / "data").stat().st_ino
    assert unpacked(store.folder, digest, cache) == tree
    assert (tree / "data").stat().st_ino == first, "it is unpacked once"


def test_what_was_changed_on_the_node_is_unpacked_anew(
    store: BundleStore, cache: Path, tmp_path: Path
) -> None:
    digest = store.put(some_files(tmp_path))
    tree = unpacked(store.folder, digest, cache)
    good = (tree / "data").read_text()
    for spoil in (
        lambda: (tree / "data").write_text(good[::-1]),
        lambda: (tree / "data").unlink(),
        lambda: os.truncate(tree / "data", 0),
    ):
        spoil()
        assert (unpacked(store.folder, digest, cache) / "data").read_text() == good


def test_a_task_that_writes_into_a_changed_bundle_does_not_keep_it_from_others(
    store: BundleStore, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python writes what it has compiled beside a module, also while that folder is being removed."""
    digest = store.put(some_files(tmp_path))
    tree = unpacked(store.folder, digest, cache)
    (tree / "data").unlink()
    whole: list[bool] = []

    def remove_beside_a_writer(folder: Path, ignore_errors: bool = False) -> None:
        whole.append((tree / "bin/run").exists() and (tree / "data").exists())
        if not ignore_errors:
            raise OSError(errno.ENOTEMPTY, "Directory not empty", folder)

    monkeypatch.setattr(shutil, "rmtree", remove_beside_a_writer)
    assert (unpacked(store.folder, digest, cache) / "data").exists()
    assert whole == [True], "the new one is in its place before the old one goes"


@pytest.mark.parametrize("kind", [unpack.FILES, unpack.BUNDLES])
def test_what_is_damaged_in_the_store_is_named_and_can_be_mended(
    store: BundleStore, cache: Path, tmp_path: Path, kind: str
) -> None:
    digest = store.put(some_files(tmp_path))
    [file] = (store.folder / kind).iterdir()
    good = file.read_bytes()
    file.write_bytes(good[::-1])
    with pytest.raises(
        BundleError, match=rf"{file}: .* is damaged there: expected SHA-256 {file.name}, found"
    ):
        unpacked(store.folder, digest, cache)
    assert not [*cache.glob(f"{digest}*[!k]")], "nothing of it is left"
    with pytest.raises(BundleError, match=rf"{file}: .* is missing there"):
        unpacked(store.folder, digest, cache)
    store.mend()
    assert file.read_bytes() == good
    assert unpacked(store.folder, digest, cache).is_dir()


def test_a_file_that_changes_while_it_is_stored_is_told(store: BundleStore, tmp_path: Path) -> None:
    files = some_files(tmp_path)
    with pytest.raises(JudgeError, match="was changed while it was stored"):
        store.put(files, lambda _: "0" * 64)
    assert not [*(store.folder / unpack.FILES).iterdir()]


@pytest.mark.slow
def test_two_tasks_at_once_unpack_it_once(store: BundleStore, cache: Path, tmp_path: Path) -> None:
    """And one that is killed meanwhile leaves nothing that is taken for whole."""
    (tmp_path / "many").mkdir()
    files = {}
    for number in range(5000):
        files[f"{number}"] = tmp_path / "many" / f"{number}"
        files[f"{number}"].write_text(f"{number}\n")
    digest = store.put(files)
    killed = start_unpacking(store, digest, cache)
    assert soon(lambda: bool([*cache.glob(f"{digest}.part-*/1*")]))
    killed.kill()
    assert killed.wait() == -signal.SIGKILL
    assert not (cache / digest).exists()
    assert [*cache.glob(f"{digest}.part-*")]
    both = [start_unpacking(store, digest, cache) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert sorted(path.name for path in (cache / digest).iterdir()) == sorted(files)
    assert not [*cache.glob(f"{digest}.part-*")], "what the killed one left is removed"


def test_what_is_not_used_any_more_is_removed(store: BundleStore, cache: Path, tmp_path: Path) -> None:
    files = some_files(tmp_path)
    old = unpacked(store.folder, store.put(files), cache)
    long_ago = time.time() - unpack.UNUSED_AFTER_S - 1
    os.utime(old, (long_ago, long_ago))
    new = unpacked(store.folder, store.put({"data": files["data"]}), cache)
    assert new.is_dir()
    assert not old.exists()


def test_a_cache_that_others_may_write_to_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    with pytest.raises(BundleError, match=r"nobody else may write, found one of user .* with mode 777"):
        cache_folder(str(tmp_path / "cache"))


def test_a_node_without_room_is_told(
    store: BundleStore, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = store.put(some_files(tmp_path))

    def no_room(self: Path, _: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "chmod", no_room)
        with pytest.raises(OSError, match="No space left on device"):
            unpacked(store.folder, digest, cache)
    assert not [path for path in cache.iterdir() if path.is_dir()]
    assert unpacked(store.folder, digest, cache).is_dir()


def test_the_unpacker_needs_nothing_but_python() -> None:
    tree = ast.parse(Path(unpack.__file__).read_text(encoding="utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert names
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.built
def test_a_problem_goes_with_its_tests_and_programs(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    tests = load_test_cases(tree.installation, problem)
    found = problem_files(tree.installation, problem, tests[:1])
    assert {"build/double", "build/runner", "build/compare", "problems/double/problem.yaml"} <= found.keys()
    assert {path for path in found if path.endswith(".in")} == {"testdata/double/sample/01-three.in"}
    tree.installation.program("double").unlink()
    assert "build/double" not in problem_files(tree.installation, problem, tests)


def test_the_judge_goes_without_its_tests() -> None:
    found = judge_files(this_installation())
    assert {"judge/cli.py", "judge/languages/languages.toml", "pyproject.toml"} <= found.keys()
    assert any(path.startswith("site-packages/msgspec/") for path in found)
    assert not [path for path in found if path.startswith("judge/tests/") or "__pycache__" in path]
    assert not [path for path in found if "/nvidia" in path]
