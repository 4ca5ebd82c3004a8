"""Logging in from a terminal, by the device authorization grant (RFC 8628): a browser approves a short code."""

import re
import socket
import time
from collections.abc import Callable

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Listener, unheard
from judge.base.next_steps import RunJudge
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere, ServerGone, no_judge
from judge.client.following import TOO_MANY, Patience
from judge.store.tokens import TokenScope
from judge.web.api.shapes import DeviceCode, Me, NewToken, TokenPending, TokenWish

SCOPES = (TokenScope.READ, TokenScope.SUBMIT)
CODE = re.compile(r"[A-Z0-9-]{4,40}")
LEAST_S, MOST_S = 1.0, 30.0
"""The time between two questions whether the code was approved, whatever the server says."""
PATIENCE_S = 30 * 60.0
"""The time to wait; the server's own limit is ten minutes."""
GONE_S = 120.0
"""The time to wait for a server that does not answer meanwhile."""
PENDING = 425
ENDED = 410


class Approval(Struct, frozen=True):
    """What the user must do in a browser."""

    address: str
    code: str


def title() -> str:
    """The token's name on its user's page: this machine."""
    name = "".join(filter(str.isprintable, socket.gethostname()))[:60]
    return f"judge on {name or 'a terminal'}"


def approved_token(
    judge: RemoteJudge,
    ask: Callable[[Approval], None],
    sleep: Callable[[float], None] = time.sleep,
    tell: Listener = unheard,
) -> str:
    """A token, once a user has approved it. `ask` shows what to do. Raises JudgeError."""
    pending = _pending(judge, Patience(tell, sleep))
    if not CODE.fullmatch(pending.user_code):
        raise no_judge(judge.server, "answers with an invalid code")
    # The address is made here: the server must not choose where people who are about to sign in are sent.
    ask(Approval(f"{judge.server}/account/terminal?code={pending.user_code}", pending.user_code))
    every_s = min(MOST_S, max(LEAST_S, float(pending.every_s)))
    waited_s = gone_s = 0.0
    while waited_s < PATIENCE_S:
        sleep(every_s)
        waited_s += every_s
        try:
            found = judge.ask("POST", "/token-requests/token", NewToken, DeviceCode(pending.device_code))
        except RefusedThere as error:
            gone_s = 0.0
            if error.status == ENDED:
                break
            if error.status == TOO_MANY:
                every_s = min(MOST_S, max(every_s, error.wait_s))
            elif error.status != PENDING:
                raise
        except ServerGone:
            gone_s += every_s
            if gone_s > GONE_S:
                raise
        else:
            return found.token
    raise JudgeError(
        f"nobody approved {pending.user_code} at {judge.server} in time.",
        RunJudge(("login", judge.server), "To get a new code"),
    )


def _pending(judge: RemoteJudge, patience: Patience) -> TokenPending:
    """A code to approve. Waits where many at this address, such as a class, ask for one."""
    while True:
        try:
            return judge.ask("POST", "/token-requests", TokenPending, TokenWish(title(), SCOPES))
        except RefusedThere as error:
            if error.status != TOO_MANY:
                raise
            patience.wait(error)


def whose(judge: RemoteJudge) -> Me:
    """The owner of the connection's token. Raises JudgeError if the token cannot read."""
    return judge.get("/me", Me)
