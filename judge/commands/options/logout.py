"""`judge logout`."""

from dataclasses import dataclass
from typing import Annotated

from judge.commands.options.declare import Argument


@dataclass(frozen=True)
class LogoutOptions:
    server: Annotated[
        str | None,
        Argument(metavar="[URL|NAME]", help="The judge; default: the only one that you are logged in to."),
    ] = None


def run(options: LogoutOptions) -> int:
    """Revokes the token on the server and deletes it here."""
    from judge.commands.login import logout

    return logout(options.server)
