"""The line of the submission that an error message of its language points to is in the verdict line."""

import pytest

from judge.commands.options.submit import SubmitOptions
from judge.commands.submit import submit
from judge.judging.error_place import error_place
from judge.judging.solutions import submission
from judge.languages.compile import headline
from judge.languages.sources import SourceFile
from judge.languages.table import language_of
from judge.project.host import JudgeHost
from judge.tests.measured import PROBLEM

pytestmark = pytest.mark.built

LIBRARY = '  File "/usr/lib/python3/dist-packages/numpy/core/x.py", line 99, in put\n    raise error\n'
TRACEBACK = f"""\
Traceback (most recent call last):
  File "mine.py", line 9, in <module>
    f()
  File "mine.py", line 7, in f
    numpy.put()
{LIBRARY}ValueError: no
"""
STACK = """\
Exception in thread "main" java.util.NoSuchElementException
\tat java.base/java.util.Scanner.throwFor(Scanner.java:937)
\tat Reader.next(mine.java:3)
\tat Main.main(mine.java:8)
"""


@pytest.mark.parametrize(
    ("name", "stderr", "place"),
    [
        ("mine.py", TRACEBACK, "line 7"),
        ("mine.py", f"{LIBRARY}ValueError: no\n", None),
        ("mine.py", 'File "mine.py", line 7, says the program itself\n', None),
        ("mine.java", STACK, "line 3"),
        ("mine.java", "no stack\n", None),
        ("mine.cpp", TRACEBACK.replace("mine.py", "mine.cpp"), None),
    ],
)
def test_the_line_nearest_to_the_error(tree: JudgeHost, name: str, stderr: str, place: str | None) -> None:
    assert error_place(submission(tree, PROBLEM, "", name), stderr) == place


def test_of_a_folder_the_file_is_named(tree: JudgeHost) -> None:
    files = [SourceFile("__main__.py", "import util.read"), SourceFile("util/read.py", "1 / 0")]
    stderr = TRACEBACK.replace("mine.py", "mine/__main__.py", 1).replace("mine.py", "mine/util/read.py")
    assert error_place(submission(tree, PROBLEM, files, "mine"), stderr) == "util/read.py:7"


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("mine.py", "def f():\n  [][0]\n\nf()\n", "line 2: IndexError: list index out of range"),
        (
            "mine.java",
            'public class Main {\n  public static void main(String[] all) {\n    all[9] = "";\n  }\n}\n',
            'line 3: Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 9',
        ),
        ("mine.py", "print(1)\nif n = 1:\n", "CE  double  mine.py  mine.py:2: SyntaxError: invalid syntax"),
        ("mine.py", 'n = 1\n  print("error")\n', "mine.py:2: IndentationError: unexpected indent"),
        ("mine.py", "def f():\n  print('error'\n", "mine.py:2: SyntaxError: '(' was never closed"),
    ],
    ids=["exception", "java", "syntax", "indent", "a line with the word"],
)
def test_the_verdict_names_the_line(
    tree: JudgeHost, capsys: pytest.CaptureFixture[str], name: str, text: str, said: str
) -> None:
    if missing := language_of(name).missing_tools:
        pytest.skip(f"no {', '.join(missing)} here; {language_of(name).install}")
    source = tree.installation.root / name
    source.write_text(text)
    assert submit(tree, "double", str(source), SubmitOptions(samples_only=True)) == 1
    assert said in capsys.readouterr().out.rstrip().splitlines()[-1]


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (
            "mine.cpp:1:5: warning: unused variable 'error'\nmine.cpp:2:1: error: expected ';'\n",
            "mine.cpp:2:1: error: expected ';'",
        ),
        ("mine.cu(3): error: no\n", "mine.cu(3): error: no"),
        ("x.h:1:10: fatal error: y.h: No such file\n", "x.h:1:10: fatal error: y.h: No such file"),
        ("ld: no main\ncollect2: error: ld returned 1\n", "collect2: error: ld returned 1"),
        ("no words for it\n", "no words for it"),
        ("# main\n./mine.go:4:2: undefined: x\n", "./mine.go:4:2: undefined: x"),
        ("mine.f90:3:3:\n\n    3 | x = 5\nError: no type\n", "mine.f90:3: Error: no type"),
        ('File "mine.ml", line 2, characters 1-2:\nError: no\n', "mine.ml:2: Error: no"),
        ("error[E0308]: no\n --> mine.rs:2:18\n  |\n", "mine.rs:2: error[E0308]: no"),
        ("mine.js:2\nconst x = ;\n\nSyntaxError: no\n", "mine.js:2: SyntaxError: no"),
    ],
)
def test_of_a_compilers_message_the_error_is_the_headline(message: str, line: str) -> None:
    assert headline(message) == line
