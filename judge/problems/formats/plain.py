"""A plain folder of inputs *.in with answers *.ans or *.out: no metadata, no programs, no submissions."""

from judge.base.errors import JudgeError
from judge.base.outside_folders import MANIFESTS
from judge.problems.formats.cases import cases_below, in_order
from judge.problems.formats.naming import id_of
from judge.problems.formats.tree import Tree
from judge.problems.model import Limits, Package, Problem, TestCase, unused
from judge.problems.submission_rules import SubmissionRules
from judge.problems.time_rule import TimeRule

NAME = "plain folder"
ANSWERS = (".ans", ".out")
USED = (".in", *ANSWERS)


OF_PACKAGES = (
    "data/secret", "data/sample", "submissions", "input_validators", "output_validators", "output_validator",
    "problem_statement",
)  # fmt: skip
"""Folders that only a package has."""
OTHER_FORMATS = {
    "init.yml": "DMOJ", "task.yaml": "CMS", "problem.json": "TPS or Polygon's export", "fps.xml": "HUSTOJ",
    "problem.conf": "UOJ", "config.yml": "SIO2 or Hydro", "config.yaml": "SIO2 or Hydro",
    "testdata.yaml": "Kattis",
}  # fmt: skip
"""Formats by a file that a problem has in it."""


def refuse_as_plain(tree: Tree) -> None:
    """Raises JudgeError for a folder that is meant to be more than inputs and answers, and is not understood."""
    top = {name for name in tree.files if "/" not in name}
    for name in sorted(top):
        wanted = name.lower().replace(".yml", ".yaml")
        if wanted in MANIFESTS:
            raise JudgeError(f"{tree / name}: the file of a package is called {wanted}. Rename it.")
        if name.lower() in OTHER_FORMATS:
            raise JudgeError(
                f"{tree / name}: a problem in a format that is not supported, {OTHER_FORMATS[name.lower()]}. Put its "
                "inputs and answers into a folder of their own: NAME.in with NAME.ans or NAME.out."
            )
    if inner := next((name for name in tree.files if name.rpartition("/")[2] in MANIFESTS), None):
        raise JudgeError(
            f"{tree.root}: expected one problem, found a folder of packages, such as {inner.rpartition('/')[0]}. Name "
            "one of them."
        )
    if any(map(tree.listed, OF_PACKAGES)):
        raise JudgeError(
            f"{tree / MANIFESTS[0]} is missing, in a folder that otherwise looks like a problem package."
        )


def load_plain(tree: Tree, name: str) -> Problem:
    """The default comparison decides. Cases below a folder sample are samples."""
    cases = cases_below(tree, "", "", ANSWERS)
    tests = [
        TestCase(
            case.name if case.name.startswith(("sample/", "secret/")) else f"secret/{case.name}",
            case.input,
            case.answer,
        )
        for case in cases
    ]
    return Problem(
        id=id_of(name),
        names={"en": name},
        limits=Limits(),
        time_rule=TimeRule(),
        folder=tree.root,
        package=Package(
            format=NAME,
            tests=in_order(tests, tree.root),
            rules=SubmissionRules({}),
            refused=tree.refused,
            notes=tuple(
                unused(file, f"is not used: a plain folder has only {', '.join(USED)}")
                for file in tree.files
                if not file.endswith(USED)
            ),
        ),
    )
