"""Small scoring packages, one a format, written as files, like those in packages.py: to double a number.

Two groups, of 40 and 60 points. SMALL solves the first.
"""

from judge.tests.packages import LEGACY, RIGHT, VERSION_2025_09, Files
from judge.tests.polygon import POLYGON, manifest

SMALL = "n = int(input())\nprint(2 * n if n < 5 else 0)\n"
NOTHING = "print(-1)\n"
NUMBERS = {"1-small": (2, 3), "2-big": (5, 6, 7)}
CASES: Files = {
    f"data/secret/{group}/{number}.{suffix}": f"{value}\n"
    for group, numbers in NUMBERS.items()
    for number in numbers
    for suffix, value in (("in", number), ("ans", 2 * number))
}
SAMPLE: Files = {"data/sample/1.in": "1\n", "data/sample/1.ans": "2\n"}
GIVING = """\
import sys
folder = sys.argv[3]
if sys.stdin.read().split() != open(sys.argv[2]).read().split():
    WRONG
    sys.exit(43)
RIGHT
sys.exit(42)
"""


def giving(right: str, wrong: str = "pass") -> str:
    """An output validator that does this with `folder`, its feedback folder."""
    return GIVING.replace("RIGHT", right).replace("WRONG", wrong)


def writing(text: str, file: str = "score.txt") -> str:
    return f"open(folder + {'/' + file!r}, 'w').write({text!r})"


def without_cases(files: Files) -> Files:
    return {name: text for name, text in files.items() if not name.startswith(("data/", "submissions/"))}


SCORED_2025_09: Files = {
    **without_cases(VERSION_2025_09),
    **SAMPLE,
    **CASES,
    "problem.yaml": f"{VERSION_2025_09['problem.yaml']!s}type: scoring\n",
    "data/secret/1-small/test_group.yaml": "max_score: 40\n",
    "data/secret/2-big/test_group.yaml": "max_score: 60\n",
    "submissions/accepted/right.py": RIGHT,
    "submissions/partial/small.py": SMALL,
    "submissions/submissions.yaml": "partial:\n  score: 40\n  secret/2-big:\n    score: [0, 0]\n    required: [WA]\n",
}
SCORED_LEGACY: Files = {
    **without_cases(LEGACY),
    **SAMPLE,
    **CASES,
    "problem.yaml": f"{LEGACY['problem.yaml']!s}type: scoring\n",
    "data/testdata.yaml": "on_reject: continue\nrange: 0 100\ngrader_flags: ignore_sample\n",
    "data/sample/testdata.yaml": "accept_score: 0\ngrader_flags: first_error\n",
    "data/secret/testdata.yaml": "grader_flags: first_error accept_if_any_accepted\n",
    "data/secret/1-small/testdata.yaml": "on_reject: break\naccept_score: 40\nrange: 0 40\ngrader_flags: min\n",
    "data/secret/2-big/testdata.yaml": "on_reject: break\naccept_score: 60\nrange: 0 60\ngrader_flags: min\n",
    "submissions/accepted/right.py": RIGHT,
    "submissions/partially_accepted/small.py": SMALL,
    "submissions/wrong_answer/nothing.py": NOTHING,
}
POLYGON_TESTS = """\
<test method="manual" sample="true" group="1" points="40"/>
<test method="manual" group="2" points="30"/>
<test method="generated" cmd="gen 3 4" group="2" points="30"/>
"""
POLYGON_GROUPS = """\
<groups>
<group name="1" points="40.0" points-policy="each-test" feedback-policy="complete"/>
<group name="2" points="60.0" points-policy="complete-group" feedback-policy="icpc">
<dependencies><dependency group="1"/></dependencies>
</group>
</groups>
"""
SCORED_POLYGON: Files = {
    **POLYGON,
    "problem.xml": manifest(tests=POLYGON_TESTS, groups=POLYGON_GROUPS),
}
