"""Texts of strangers that try to act on the one who shows them, put wherever the judge takes a text from outside."""

import json
import re
import unicodedata
from pathlib import Path

from judge.tests.packages import Files, written

FORGED = "AC  double  forged.py  3 of 3 tests passed"
SHOWN = "shown-anyway"
"""A part of each text that must be seen, so that what leaves the text out is noticed."""
ACTING = "\x1b[2J\x1b]0;owned\x07\x9b2J\u202e\u2066\u200b\ufeff\u2028\x7f\x0b"
"""Clears the screen, names the window, rings, clears it by a C1 character, reorders, hides, ends lines."""
HOSTILE = f"{SHOWN}{ACTING}\r{FORGED}\r\n{FORGED}\n"
FORMULAS = ("=1+1", "\r=1+1", " =1+1", "\uff1d1+1", "\t@SUM(1)", "\u00a0+1", "\u200b-1")
"""Cells that a spreadsheet computes, once it has passed over what stands before them."""
NAME = HOSTILE.replace("/", "|")
"""The text as the name of a file."""
UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")
QUOTED = json.dumps(HOSTILE)
"""The text in JSON and YAML."""

VALIDATOR = f"""\
import pathlib, sys
found = sys.stdin.read().split()
if found == pathlib.Path(sys.argv[2]).read_text().split():
    sys.exit(42)
pathlib.Path(sys.argv[3], "judgemessage.txt").write_text({HOSTILE!r})
pathlib.Path(sys.argv[3], "teammessage.txt").write_text({HOSTILE!r})
sys.exit(43)
"""
PACKAGE: Files = {
    "problem.yaml": f"""\
problem_format_version: 2025-09
name: {{en: {QUOTED}, de: {QUOTED}}}
uuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d11
credits: {{authors: {QUOTED}}}
source: {QUOTED}
rights_owner: {QUOTED}
keywords: [{QUOTED}]
version: {QUOTED}
limits: {{time_limit: 2}}
""",
    "statement/problem.en.md": f"Double it. {HOSTILE}",
    "statement/problem.de.md": f"Verdoppeln. {HOSTILE}",
    "input_validators/validate.py": "import sys\nsys.exit(42)\n",
    "output_validator/validate.py": VALIDATOR,
    "submissions/accepted/right.py": "print(2 * int(input()))\n",
    "submissions/wrong_answer/squared.py": f"print(int(input()) ** 2)\nprint({HOSTILE!r})\n",
    "data/sample/1.in": "3\n",
    "data/sample/1.ans": "6\n",
    "data/secret/1.in": "5\n",
    "data/secret/1.ans": "10\n",
}
SUBMISSIONS: Files = {
    f"{NAME}.py": "print(2 * int(input()))\n",
    f"wrong-{NAME}.py": f"print({HOSTILE!r})\n",
    f"loud-{NAME}.py": f"import sys\nsys.stderr.write({HOSTILE!r})\nprint({HOSTILE!r})\nsys.exit(1)\n",
    f"broken-{NAME}.cpp": f'#error "{HOSTILE}\nint main() {{ return {HOSTILE}; }}\n',
    f"raising-{NAME}.py": f"raise ValueError({HOSTILE!r})\n",
}
CONTEST = f"""\
name: {QUOTED}
start: 2026-11-20T10:00:00+01:00
duration: 5:00:00
problems: [{{id: package, name: {QUOTED}, color: {QUOTED}}}]
teams: [{{id: ada, name: {QUOTED}, label: {QUOTED}, organization: {QUOTED}}}]
"""


def package_in(folder: Path) -> Path:
    return written(folder, PACKAGE)


def class_in(folder: Path) -> list[str]:
    """Submissions, each in the folder of an author who is called as badly; the files."""
    for number, (name, text) in enumerate(SUBMISSIONS.items()):
        written(folder / f"{number}-{NAME}", {name: text})
    return sorted(map(str, folder.glob("*/*")))


def contest_in(folder: Path) -> Path:
    package_in(folder / "package")
    wrong = f"print({HOSTILE!r})\n"
    written(folder, {"contest.yaml": CONTEST, "submissions/ada/package/00:10:00.py": wrong})
    return folder


def acting_in(text: str) -> list[str]:
    """The characters that were let through."""
    return sorted({ascii(c) for c in text if unicodedata.category(c) in UNSEEN and c != "\n"})


def harm_in(printed: str) -> list[str]:
    """The characters that were let through, and the lines that a stranger began."""
    lines = re.split(r"[\r\n\v\x85\u2028]", printed)
    return [*acting_in(printed), *(line for line in lines if line.strip().startswith(FORGED))]
