"""A small package of Polygon, written as files, like those in packages.py: to double a number.

Its checker, validator and generator call nothing of testlib, but follow its rules.
"""

from judge.tests.packages import CASES, RIGHT, SQUARED, Files

CHECKER = """\
import sys
input_file, output, answer = (open(name).read().split() for name in sys.argv[1:4])
if len(output) != 1:
    sys.exit(print("wrong output format expected one token", file=sys.stderr) or 2)
if output != answer:
    sys.exit(print("wrong answer not double", file=sys.stderr) or 1)
print("ok double", file=sys.stderr)
"""
VALIDATOR = """\
import sys
number, end, more = sys.stdin.read().partition("\\n")
if not (number.isascii() and number.isdecimal() and end and not more):
    print("FAIL expected a number", file=sys.stderr)
    sys.exit(3)
"""
GENERATOR = "import sys\nprint(sum(map(int, sys.argv[1:])))\n"
WRITING = "import sys\nopen('made.txt', 'w').write(sys.argv[1] + '\\n')\nprint('one file')\n"
TESTS = """\
<test method="manual" sample="true"/>
<test method="manual"/>
<test method="generated" cmd="gen 3 4"/>
<test method="generated" cmd="writing 11" from-file="made.txt"/>
"""
SOLUTIONS = """\
<solution tag="main"><source path="solutions/main.py" type="python.3"/></solution>
<solution tag="wrong-answer"><source path="solutions/squared.py" type="python.3"/></solution>
"""
CHECKER_TESTS = ""
VALIDATOR_TESTS = ""


def manifest(
    *,
    tests: str = TESTS,
    solutions: str = SOLUTIONS,
    checker_tests: str = CHECKER_TESTS,
    validator_tests: str = VALIDATOR_TESTS,
    judging: str = 'input-file="" output-file=""',
    groups: str = "",
    assets: str = "",
    resources: str = "",
    time: str = "<time-limit>2000</time-limit>",
) -> str:
    """A problem.xml in which some is said otherwise."""
    return f"""\
<?xml version="1.0" encoding="utf-8" standalone="no"?>
<problem revision="3" short-name="double">
<names><name language="english" value="Double"/></names>
<statements>
<statement language="english" path="statements/english/problem.tex" type="application/x-tex"/>
</statements>
<judging {judging}>
<testset name="tests">
{time}
<memory-limit>268435456</memory-limit>
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>{tests}</tests>
{groups}
</testset>
</judging>
<files>
<resources>{resources}</resources>
<executables>
<executable><source path="files/gen.py" type="python.3"/></executable>
<executable><source path="files/writing.py" type="python.3"/></executable>
</executables>
</files>
<assets>
<checker type="testlib"><source path="files/check.py" type="python.3"/>
<testset>
<input-path-pattern>files/tests/checker-tests/%02d</input-path-pattern>
<output-path-pattern>files/tests/checker-tests/%02d.o</output-path-pattern>
<answer-path-pattern>files/tests/checker-tests/%02d.a</answer-path-pattern>
<tests>{checker_tests}</tests>
</testset>
</checker>
<validators><validator><source path="files/val.py" type="python.3"/>
<testset>
<input-path-pattern>files/tests/validator-tests/%02d</input-path-pattern>
<tests>{validator_tests}</tests>
</testset>
</validator></validators>
<solutions>{solutions}</solutions>
{assets}
</assets>
</problem>
"""


POLYGON: Files = {
    "problem.xml": manifest(),
    "statements/english/problem.tex": "Double it.\n",
    "files/check.py": CHECKER,
    "files/val.py": VALIDATOR,
    "files/gen.py": GENERATOR,
    "files/writing.py": WRITING,
    "solutions/main.py": RIGHT,
    "solutions/squared.py": SQUARED,
    "tests/01": "3\n",
    "tests/02": CASES["data/secret/2-five.in"],
    "tests/02.a": CASES["data/secret/2-five.ans"],
}
