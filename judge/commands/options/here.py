"""The installation that a command works on."""

from judge.base.records import replace
from judge.commands.terminal import Terminal
from judge.project.host import JudgeHost, this_host


def host_here() -> JudgeHost:
    """This installation; events are shown in the terminal."""
    return replace(this_host(), tell=Terminal())
