"""Converters in the sandbox: what a statement may read, reach and use up."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.options.statement import StatementForm, StatementOptions
from judge.commands.statement import statement
from judge.problems.export import converters
from judge.problems.statement_content import MARKDOWN_BYTES
from judge.project.host import JudgeHost
from judge.tests.packages import LEGACY, Files, written

pytestmark = pytest.mark.built

pytest.importorskip("pypandoc")
pytest.importorskip("typst")

SECRET = "the answer is 42"
PLACE = "problem_statement/problem.en"
OTHERS = {name: text for name, text in LEGACY.items() if "statement" not in name}
BOMB = (
    "\\newcommand{\\a}{xxxxxxxxxx}"
    + "".join(f"\\newcommand{{\\{name}}}{{{f'{chr(92)}{chr(ord(name) - 1)} ' * 10}}}" for name in "bcdefghi")
    + "\\i"
)


def converted(tree: JudgeHost, folder: Path, files: Files, form: StatementForm) -> bytes:
    """The statement of a package of these files, and of its other ones."""
    package = written(folder / "double", {**OTHERS, "data/secret/answer": SECRET, **files})
    (folder / "outside").write_text(SECRET)
    (package / "problem_statement/link").symlink_to("../data/secret/answer")
    target = folder / "converted"
    assert statement(tree, StatementOptions(str(package), "en", form, target)) == 0
    return target.read_bytes()


@pytest.mark.parametrize("form", ["markdown", "pdf"])
def test_tex_reads_no_file_but_its_own(tree: JudgeHost, tmp_path: Path, form: StatementForm) -> None:
    paths = (str(tmp_path / "outside"), "../data/secret/answer", "link")
    commands = [
        f"\\{command}{{{path}}}" for command in ("input", "include", "lstinputlisting") for path in paths
    ]
    shown = converted(tree, tmp_path, {f"{PLACE}.tex": f"Before {' '.join(commands)} after.\n"}, form)
    assert SECRET.encode() not in shown
    assert form == "pdf" or shown.index(b"Before") < shown.index(b"after")


def test_a_pandoc_of_the_system_does_as_well(
    tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pypandoc

    own = Path(pypandoc.__file__).parent / "files"
    monkeypatch.setattr(converters, "find_spec", lambda _: None)
    monkeypatch.setenv("PATH", f"{own}:{os.environ['PATH']}")
    shown = converted(tree, tmp_path, {f"{PLACE}.tex": "Some \\emph{text}.\n"}, "markdown")
    assert b"Some *text*." in shown


def test_tex_reads_its_own_files(tree: JudgeHost, tmp_path: Path) -> None:
    files: Files = {f"{PLACE}.tex": "Before \\input{own} after.\n", "problem_statement/own.tex": "the middle"}
    assert b"Before the middle after." in converted(tree, tmp_path, files, "markdown")


def test_beside_the_data_a_statement_has_only_its_pictures(tree: JudgeHost, tmp_path: Path) -> None:
    """One that lies in the problem's own folder."""
    text = "Before \\input{note.txt} \\input{data/secret/1.ans} after \\includegraphics{a.png}.\n"
    folder = written(
        tmp_path / "double", {**OTHERS, "note.txt": SECRET, "a.png": b"", "problem.en.tex": text}
    )
    own = converters._own_files(folder / "problem.en.tex", folder)
    assert own == [folder / "a.png"]
    forms = ("latex", "commonmark")
    shown = converters.convert(tree, folder / "problem.en.tex", folder, text, forms)
    assert SECRET not in shown
    assert "Before" in shown


@pytest.mark.parametrize("path", ["../data/secret/answer", "link"])
def test_typst_reads_no_file_but_its_own(tree: JudgeHost, tmp_path: Path, path: str) -> None:
    text = f'Before\n\n```{{=typst}}\n#read("{path}")\n```\n'
    with pytest.raises(JudgeError, match="cannot be converted"):
        converted(tree, tmp_path, {f"{PLACE}.md": text}, "pdf")


def test_typst_reads_its_own_files(tree: JudgeHost, tmp_path: Path) -> None:
    own: Files = {f"{PLACE}.md": '```{=typst}\n#read("own.txt")\n```\n', "problem_statement/own.txt": "x"}
    assert converted(tree, tmp_path, own, "pdf").startswith(b"%PDF")


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        listening.setblocking(False)
        yield listening


@pytest.mark.parametrize("form", ["markdown", "pdf"])
def test_no_converter_reaches_the_network(
    tree: JudgeHost, tmp_path: Path, listener: socket.socket, form: StatementForm
) -> None:
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    sources = {"iframe": "src", "embed": "src", "object": "data", "img": "src"}
    tags = [f'<{tag} {name}="{address}"></{tag}>' for tag, name in sources.items()]
    try:
        converted(tree, tmp_path, {f"{PLACE}.html": f"<p>x</p>{''.join(tags)}"}, form)
    except JudgeError as error:
        assert "cannot be converted" in str(error)  # noqa: PT017  # either will do
    with pytest.raises(BlockingIOError):
        listener.accept()


def test_no_package_is_fetched(tree: JudgeHost, tmp_path: Path) -> None:
    text = '```{=typst}\n#import "@preview/no-such-package:0.1.0": all\n```\n'
    with pytest.raises(JudgeError, match="no-such-package"):
        converted(tree, tmp_path, {f"{PLACE}.md": text}, "pdf")


def test_a_statement_too_long_for_this_process_is_refused(tree: JudgeHost, tmp_path: Path) -> None:
    longest = "a" * MARKDOWN_BYTES
    assert longest.encode() in converted(tree, tmp_path, {f"{PLACE}.md": longest}, "markdown")
    with pytest.raises(JudgeError, match=r"problem\.en\.md has 262145 bytes"):
        converted(tree, tmp_path / "longer", {f"{PLACE}.md": f"{longest}a"}, "markdown")


@pytest.mark.parametrize(
    ("suffix", "text", "form"),
    [
        ("tex", BOMB, "markdown"),
        ("tex", "\\newcommand{\\a}{\\a\\a}\\a", "markdown"),
        ("html", "<b>" * 100_000, "markdown"),
        ("md", "```{=typst}\n#while true {}\n```\n", "pdf"),
        ("md", "[" * 50_000, "pdf"),
    ],
    ids=["macros", "recursion", "tags", "loop", "brackets"],
)
def test_what_never_ends_is_ended(
    tree: JudgeHost,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    suffix: str,
    text: str,
    form: StatementForm,
) -> None:
    """The end comes by the limit that it meets, or by the converter itself."""
    monkeypatch.setattr(converters, "LIMITS", replace(converters.LIMITS, cpu_ms=500, memory_bytes=256 << 20))
    with pytest.raises(JudgeError, match=rf"problem\.en\.{suffix}: the statement cannot be converted: "):
        converted(tree, tmp_path, {f"{PLACE}.{suffix}": text}, form)
