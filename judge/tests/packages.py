"""Small problem packages, one a format, written as files: tests change a copy of what is here.

The problem is to double a number. VERSION_2025_09 has an output validator of its own.
"""

import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path

Files = Mapping[str, str | bytes]

RIGHT = "print(2 * int(input()))\n"
SQUARED = "print(int(input()) ** 2)\n"
ENDLESS = "while True: pass\n"
CRASHING = "print(2 * int(input()) // 0)\n"
CASES = {
    "data/sample/1.in": "3\n",
    "data/sample/1.ans": "6\n",
    "data/secret/1-two.in": "2\n",
    "data/secret/1-two.ans": "4\n",
    "data/secret/2-five.in": "5\n",
    "data/secret/2-five.ans": "10\n",
}
# Without modules that take longer to load than all that they do.
INPUT_VALIDATOR = """\
import sys
number, end, more = sys.stdin.read().partition("\\n")
sys.exit(42 if number.isascii() and number.isdecimal() and end and not more else 43)
"""
OUTPUT_VALIDATOR = """\
import sys
found = sys.stdin.read().split()
if found == open(sys.argv[2]).read().split():
    sys.exit(42)
open(f"{sys.argv[3]}/judgemessage.txt", "w").write(f"not double: {found}")
sys.exit(43)
"""
LEGACY: Files = {
    "problem.yaml": "name: Double\nsource: A contest\nlicense: cc0\nrights_owner: A. N. Other\n",
    "problem_statement/problem.en.tex": "\\problemname{Double}\nDouble it.\n",
    "input_validators/validate.py": INPUT_VALIDATOR,
    "submissions/accepted/right.py": RIGHT,
    "submissions/wrong_answer/squared.py": SQUARED,
    "submissions/run_time_error/crashing.py": CRASHING,
    **CASES,
}
VERSION_2025_09: Files = {
    "problem.yaml": (
        "problem_format_version: 2025-09\nname: Double\nuuid: 2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d11\n"
        "limits:\n  time_limit: 2\n"
    ),
    "statement/problem.en.md": "Double it.\n",
    "input_validators/validate.py": INPUT_VALIDATOR,
    "output_validator/validate.py": OUTPUT_VALIDATOR,
    "submissions/accepted/right.py": RIGHT,
    "submissions/wrong_answer/squared.py": SQUARED,
    "submissions/rejected/crashing.py": CRASHING,
    **CASES,
}
DOMJUDGE: Files = {
    "domjudge-problem.ini": "short-name = dbl\nname = 'Double'\ntimelimit = 2\ncolor = red\n",
    "submissions/accepted/right.py": RIGHT,
    "submissions/mixed/either.py": f"# @EXPECTED_RESULTS@: WRONG-ANSWER, RUN-ERROR\n{SQUARED}",
    **CASES,
}
HIDDEN_LIMIT: Files = {
    **DOMJUDGE,
    "domjudge-problem.ini": "short-name = dbl\nname = Double\n",
    ".timelimit": "2\n",
}
"""A package whose time limit is in a hidden file alone."""
PLAIN: Files = {"1.in": "3\n", "1.out": "6\n", "sample/2.in": "2\n", "sample/2.ans": "4\n"}


def written(folder: Path, files: Files, **changes: str | bytes | None) -> Path:
    """The package in this folder. `changes` by file name; None: without the file."""
    for name, content in {**files, **changes}.items():
        if content is None:
            continue
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def zipped(file: Path, files: Files, prefix: str = "", links: Mapping[str, str] = {}) -> Path:
    """The package as a zip file, below the folder `prefix`; `links` by name, with where they lead."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(prefix + name, content)
        for name, target in links.items():
            entry = zipfile.ZipInfo(prefix + name)
            entry.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(entry, target)
    return file
