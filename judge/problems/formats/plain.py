"""A plain folder of inputs *.in with answers *.ans or *.out: no metadata, no programs, no submissions."""

from judge.problems.formats.cases import cases_below, in_order
from judge.problems.formats.naming import id_of
from judge.problems.formats.tree import Tree
from judge.problems.model import Limits, Package, Problem, TestCase
from judge.problems.submission_rules import SubmissionRules
from judge.problems.time_rule import TimeRule

NAME = "plain folder"
ANSWERS = (".ans", ".out")
USED = (".in", *ANSWERS)


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
            remarks=tuple(
                f"{file} is not used: a plain folder has only {', '.join(USED)}"
                for file in tree.files
                if not file.endswith(USED)
            ),
        ),
    )
