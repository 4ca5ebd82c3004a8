"""The tree that a command works on."""

from judge.base.records import replace
from judge.commands.terminal import Terminal
from judge.project.paths import Project, this_project


def project_here() -> Project:
    """This tree; what happens is shown in the terminal."""
    return replace(this_project(), tell=Terminal())
