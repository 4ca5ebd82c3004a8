"""The submissions in a package, as far as its format defines the expectations."""

from pathlib import Path

from judge.problems.formats.tree import Tree
from judge.problems.model import Remark, unused
from judge.problems.submission_rules import SubmissionRules

RULES_FILE = "submissions.yaml"
PASSED_OVER = ("README", "README.md", "README.txt", RULES_FILE)
SCRIPTS = ("build", "run")
"""Languages that the formats permit for validators and graders, but explicitly not for submissions."""


def stored_names(tree: Tree) -> list[str]:
    """Files and folders in the folders of submissions/: "accepted/scanf.cpp"."""
    return [
        f"{folder}/{name}"
        for folder in tree.entries("submissions")
        for name in tree.entries(f"submissions/{folder}")
    ]


def stored_paths(tree: Tree) -> dict[str, Path]:
    """The submissions by their names."""
    return {
        name: tree / f"submissions/{name}"
        for name in stored_names(tree)
        if name.rpartition("/")[2] not in PASSED_OVER
    }


def submission_remarks(tree: Tree, rules: SubmissionRules) -> tuple[Remark, ...]:
    """A remark for each submission without expectations, for files outside the folders, and for scripts in
    submissions."""
    known = ", ".join(sorted(rules.folders))
    strange = [name for name in stored_names(tree) if not rules.of(name)]
    beside = [
        name
        for name in tree.entries("submissions")
        if f"submissions/{name}" in tree.files and name not in PASSED_OVER
    ]
    unjudged = (
        unused(
            f"submissions/{name}",
            f"is not judged: nothing says which verdict it should get; known folders: {known}",
        )
        for name in (*strange, *beside)
    )
    scripts = (
        Remark(
            f"{name}/{script} is not run: only validators and graders are built and run by scripts, a submission as "
            "its language is"
        )
        for name in map("submissions/{}".format, stored_names(tree))
        for script in SCRIPTS
        if f"{name}/{script}" in tree.files
    )
    return (*unjudged, *scripts)
