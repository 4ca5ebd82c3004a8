"""A judge host: the settings for running programs here, and the listener that is notified. Code that needs less takes
a part of it."""

from dataclasses import dataclass, field
from typing import Any

from judge.base.events import Listener, unheard
from judge.base.records import replace
from judge.machine import hardware
from judge.project.engine_choice import EngineChoice
from judge.project.installation import Installation, this_installation
from judge.project.run_policy import RunPolicy


@dataclass(frozen=True)
class JudgeHost:
    installation: Installation
    policy: RunPolicy = field(default_factory=RunPolicy)
    engine: EngineChoice = field(default_factory=EngineChoice)
    tell: Listener = field(default=unheard, compare=False, repr=False)
    """The listener for events of work on this host."""

    @property
    def hardware(self) -> "hardware.Hardware":
        """The hardware that solutions are judged on."""
        return self.engine.nodes or hardware.this_hardware(self.policy.gpus.numbers)

    def with_installation(self, **changes: Any) -> "JudgeHost":
        """A host with other fields of Installation."""
        return replace(self, installation=replace(self.installation, **changes))

    def with_policy(self, **changes: Any) -> "JudgeHost":
        """A host with other fields of RunPolicy."""
        return replace(self, policy=replace(self.policy, **changes))

    def with_engine(self, **changes: Any) -> "JudgeHost":
        """A host with other fields of EngineChoice."""
        return replace(self, engine=replace(self.engine, **changes))


def this_host() -> JudgeHost:
    """The tree that this package belongs to, on this machine."""
    return JudgeHost(this_installation())
