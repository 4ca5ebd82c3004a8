"""A source that is neither a file nor a folder would block its reader, or never end: it is refused in one line."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.submit import submit
from judge.judging.stored import stored_submissions
from judge.problems.formats.own import load_problem
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built


def unix_socket(path: Path) -> None:
    """A path of a socket is short: it is made in the folder."""
    here = Path.cwd()
    os.chdir(path.parent)
    try:
        socket.socket(socket.AF_UNIX).bind(path.name)
    finally:
        os.chdir(here)


ODD: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a socket": unix_socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("kind", ODD)
def test_it_is_refused_as_an_argument_and_in_a_folder(tree: JudgeHost, tmp_path: Path, kind: str) -> None:
    source = tmp_path / "source.cpp"
    ODD[kind](source)
    with pytest.raises(JudgeError, match=rf"source\.cpp is {kind}: expected a file") as caught:
        submit(tree, "double", str(source))
    assert caught.value.exit_status == 2
    folder = tmp_path / "folder"
    folder.mkdir()
    ODD[kind](folder / "main.cpp")
    with pytest.raises(JudgeError, match=r"main\.cpp is (neither a file nor a folder|a link)"):
        submit(tree, "double", str(folder))


@pytest.mark.parametrize("kind", ODD)
def test_it_is_refused_among_the_stored_submissions(tree: JudgeHost, kind: str) -> None:
    problem = load_problem(tree.installation.problems / "double")
    assert stored_submissions(tree, problem)
    ODD[kind](problem.folder / "submissions/accepted/odd.cpp")
    with pytest.raises(JudgeError, match=rf"accepted/odd\.cpp is {kind}"):
        stored_submissions(tree, problem)


def test_a_folder_without_a_source_is_refused(tree: JudgeHost, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(JudgeError, match="has no files: there is nothing to judge"):
        submit(tree, "double", str(empty))


@pytest.mark.slow
def test_a_program_with_a_large_table_is_compiled(tree: JudgeHost, tmp_path: Path) -> None:
    """Its object file and the program take more than 64 MiB each."""
    source = tmp_path / "table.cpp"
    source.write_text(
        "#include <cstdio>\nvolatile char table[96 << 20] = {1};\n"
        'int main() { long long n; if (std::scanf("%lld", &n) == 1) std::printf("%lld\\n", 2 * n * table[0]); }\n'
    )
    assert submit(tree, "double", str(source)) == 0
