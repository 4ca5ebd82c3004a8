"""`judge login`."""

from dataclasses import dataclass
from typing import Annotated, Literal

from judge.commands.options.declare import Argument, Option


@dataclass(frozen=True)
class LoginOptions:
    url: Annotated[str, Argument(metavar="URL", help="The address of the judge: https://judge.example.")]
    name: Annotated[
        str | None,
        Option(
            "--name", metavar="NAME", help="A short name for the judge, for --to; default: its host name."
        ),
    ] = None
    token: Annotated[
        Literal["-"] | None, Option(metavar="-", help="Read a token from stdin instead, for example in CI.")
    ] = None
    insecure: Annotated[
        bool,
        Option(
            help="Send the token to another machine over plain HTTP, where anyone on the way can read it."
        ),
    ] = False


def run(options: LoginOptions) -> int:
    """Prints an address and a short code, which you approve in any browser where you are signed in. The token is then
    stored for this user in ~/.config/warp-judge, and nowhere else."""
    from judge.commands.login import login
    from judge.commands.terminal import Terminal

    return login(Terminal(), options)
