"""`judge run`: output, comparison and exit status; and `judge samples`."""

import io
import sys
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.options.run import RunOptions
from judge.commands.run import run
from judge.commands.samples import samples
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

GOOD = "print(2 * int(input()))\n"
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"21\n")))


def source(tree: JudgeHost, text: str, name: str = "mine.py") -> str:
    path = tree.installation.root / name
    path.write_text(text)
    return str(path)


@pytest.mark.usefixtures("given")
def test_the_output_alone_is_on_stdout(tree: JudgeHost, capsys: Captured) -> None:
    assert run(tree, RunOptions("double", source(tree, GOOD))) == 0
    captured = capsys.readouterr()
    assert captured.out == "42\n"
    assert "ran  double  mine.py (" in captured.err


@pytest.mark.usefixtures("given")
@pytest.mark.parametrize(("answer", "status", "told"), [("42", 0, "AC"), ("43", 1, "WA")])
def test_with_an_answer_it_is_compared(
    tree: JudgeHost, capsys: Captured, answer: str, status: int, told: str
) -> None:
    (tree.installation.root / "my.ans").write_text(answer)
    assert (
        run(tree, RunOptions("double", source(tree, GOOD), answer=tree.installation.root / "my.ans"))
        == status
    )
    captured = capsys.readouterr()
    assert captured.out == "42\n"
    assert f"{told}  double  mine.py" in captured.err
    assert ("line 1, token 1: expected 43, found 42" in captured.err) == (told == "WA")


@pytest.mark.parametrize(("factor", "status"), [(2, 0), (3, 1)])
def test_the_input_of_a_test(tree: JudgeHost, capsys: Captured, factor: int, status: int) -> None:
    assert (
        run(tree, RunOptions("double", source(tree, f"print({factor} * int(input()))\n"), test_name="sample"))
        == status
    )
    assert capsys.readouterr().out == f"{3 * factor}\n"


@pytest.mark.usefixtures("given")
def test_limits_hold_and_what_was_written_is_shown(tree: JudgeHost, capsys: Captured) -> None:
    text = "import sys\nprint('begun', flush=True)\nprint('words', file=sys.stderr)\nsys.exit(3)\n"
    assert run(tree, RunOptions("double", source(tree, text))) == 1
    captured = capsys.readouterr()
    assert captured.out == "begun\n"
    assert "words" in captured.err
    assert "RTE  double  mine.py: exit code 3: words" in captured.err


@pytest.mark.usefixtures("given")
def test_it_sees_nothing_of_the_judge(tree: JudgeHost, capsys: Captured) -> None:
    """The control: outside the sandbox the file can be read."""
    text = f"import os\nprint(os.path.exists({str(tree.installation.root / 'problems')!r}))\n"
    assert (tree.installation.root / "problems").exists()
    assert run(tree, RunOptions("double", source(tree, text))) == 0
    assert capsys.readouterr().out == "False\n"


@pytest.mark.usefixtures("given")
def test_a_compile_error(tree: JudgeHost, capsys: Captured) -> None:
    assert run(tree, RunOptions("double", source(tree, "int main() { return nothing; }\n", "mine.cpp"))) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "CE  double  mine.cpp" in captured.err
    assert "mine.cpp:1:21: error:" in captured.err


def test_wrong_use(tree: JudgeHost, tmp_path: Path) -> None:
    good = source(tree, GOOD)
    with pytest.raises(JudgeError, match="standard input cannot be both the solution and its input"):
        run(tree, RunOptions("double", "-", "python3"))
    with pytest.raises(JudgeError, match="--test brings an answer of its own"):
        run(tree, RunOptions("double", good, test_name="sample", answer=Path(good)))
    with pytest.raises(JudgeError, match="nothing: expected a file with the right output, found none"):
        run(tree, RunOptions("double", good, answer=tmp_path / "nothing"))


def test_samples_are_written(tree: JudgeHost, tmp_path: Path, capsys: Captured) -> None:
    folder = tmp_path / "new/folder"
    for _ in range(2):
        assert samples(tree, "double", folder) == 0
    assert "1 sample of double" in capsys.readouterr().out
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "01-three.in": "3\n",
        "01-three.ans": "6\n",
    }


def test_what_is_there_already_is_not_overwritten(tree: JudgeHost, tmp_path: Path) -> None:
    (tmp_path / "01-three.in").write_text("mine")
    with pytest.raises(JudgeError, match=r"01-three\.in exists with different content"):
        samples(tree, "double", tmp_path)
    assert [path.name for path in tmp_path.iterdir() if path.suffix in (".in", ".ans")] == ["01-three.in"]
    assert (tmp_path / "01-three.in").read_text() == "mine"


def test_a_folder_that_cannot_be_made(tree: JudgeHost, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(JudgeError, match="file: File exists"):
        samples(tree, "double", tmp_path / "file")
