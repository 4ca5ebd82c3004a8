"""What a reader of an error may do next, as data: each front end words it for its readers."""

import shlex
from dataclasses import dataclass

from judge.base.called import JUDGE


@dataclass(frozen=True)
class RunJudge:
    """A command of the judge."""

    arguments: tuple[str, ...]
    purpose: str = "Run"


@dataclass(frozen=True)
class RunProgram:
    """A command of another program."""

    command: tuple[str, ...]
    purpose: str = "Run"
    then: tuple[str, ...] = ()
    """A second command, to follow the first if that succeeds."""


@dataclass(frozen=True)
class SetVariable:
    """A variable of the environment that the judge is started in."""

    name: str
    value: str
    """ "a folder with room"."""


NextStep = RunJudge | RunProgram | SetVariable


def for_shell(step: NextStep) -> str:
    """A sentence without a full stop, for somebody at a terminal; its end is there to be copied."""
    match step:
        case RunJudge(arguments, purpose):
            return f"{purpose}: {JUDGE} {shlex.join(arguments)}"
        case RunProgram(command, purpose, then):
            return f"{purpose}: {' && '.join(shlex.join(one) for one in (command, then) if one)}"
        case SetVariable(name, value):
            return f"Set {name} to {value}"
