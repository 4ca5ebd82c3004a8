"""What an installed wheel lacks: a checkout's sources, and what an extra of the package contains."""

import sys
from importlib.util import find_spec

from judge.base.errors import JudgeError
from judge.base.next_steps import RunProgram
from judge.project.installation import Installation, is_wheel


def require_checkout(installation: Installation, what: str) -> None:
    """Raises JudgeError if `what` works on sources, and there are none here."""
    if is_wheel(installation.root):
        raise JudgeError(
            f"{what} needs a checkout: this judge was installed as a wheel, without its sources. Expected a clone of "
            "the project's repository, and its own judge."
        )


def require_extra(extra: str, module: str) -> None:
    """Raises JudgeError if a module is missing that an extra of the package contains."""
    if find_spec(module) is None:
        install = RunProgram((sys.executable, "-m", "pip", "install", f"warp-judge[{extra}]"), "Install it")
        raise JudgeError(
            f"the part '{extra}' of the judge is not installed: there is no module {module}", install
        )
