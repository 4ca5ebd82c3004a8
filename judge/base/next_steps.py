"""The next step that an error suggests to its reader, as data: each front end words it for its readers."""

import shlex
from dataclasses import dataclass

from judge.base.called import JUDGE


@dataclass(frozen=True)
class RunJudge:
    """A command of the judge to run."""

    arguments: tuple[str, ...]
    purpose: str = "Run"


@dataclass(frozen=True)
class RunProgram:
    """A command of another program to run."""

    command: tuple[str, ...]
    purpose: str = "Run"
    then: tuple[str, ...] = ()
    """A second command, to run if the first succeeds."""


@dataclass(frozen=True)
class SetVariable:
    """A variable of the judge's environment to set."""

    name: str
    value: str
    """ "a folder with room"."""


NextStep = RunJudge | RunProgram | SetVariable


def for_shell(step: NextStep) -> str:
    """The step as a sentence for a terminal, without a full stop; its end can be copied."""
    match step:
        case RunJudge(arguments, purpose):
            return f"{purpose}: {JUDGE} {shlex.join(arguments)}"
        case RunProgram(command, purpose, then):
            return f"{purpose}: {' && '.join(shlex.join(one) for one in (command, then) if one)}"
        case SetVariable(name, value):
            return f"Set {name} to {value}"
