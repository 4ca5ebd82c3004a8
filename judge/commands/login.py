"""`judge login` and `judge logout`: a token of a remote judge, stored until it is revoked."""

import re
import sys

from judge.base.console import out, say, warn
from judge.base.errors import JudgeError
from judge.base.events import Listener, task
from judge.client import logins
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere, ServerGone, cut
from judge.client.logging_in import Approval, approved_token, whose
from judge.client.logins import Login
from judge.client.servers import server_address, short_name
from judge.client.told import told_moment
from judge.commands.options.login import LoginOptions
from judge.store.tokens import TokenScope
from judge.web.api.shapes import Me

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,99}")
UNAUTHORIZED = 401
DAY = "%Y-%m-%d"


def login(tell: Listener, options: LoginOptions) -> int:
    name = options.name
    server = server_address(options.url, insecure=options.insecure)
    if name is not None and not NAME.fullmatch(name):
        raise JudgeError(f"--name {name!r}: expected letters, digits, '.', '_', ':' and '-'.")
    before = next((one for one in logins.logins() if one.server == server), None)
    if options.token is not None:
        token = _token_of_stdin()
    else:
        with RemoteJudge(server) as judge, task(tell, f"waiting for somebody to approve it at {server}"):
            token = approved_token(judge, _ask, tell=tell)
    with RemoteJudge(server, token) as judge:
        me = whose(judge)
    called = name or (before.name if before else short_name(server))
    file = logins.put_login(Login(server, called[:100], me.name[:200], token, me.ends_utc_ms))
    if before and before.token != token:
        _give_back(before)
    _tell(server, called, me)
    say(f"the token is in {file}, which you alone can read")
    return 0


def _ask(approval: Approval) -> None:
    out.print(f"Open {approval.address}", soft_wrap=True)
    out.print(f"in a browser, sign in there, see that it shows the code {approval.code}, and approve it.")


def _token_of_stdin() -> str:
    token = sys.stdin.readline(10_000).strip()
    if not re.fullmatch(logins.TOKEN, token):
        raise JudgeError("--token -: expected a token in the first line of standard input, found none.")
    return token


def _tell(server: str, called: str, me: Me) -> None:
    until = told_moment(me.ends_utc_ms, DAY)
    scopes = ", ".join(scope.value for scope in me.scopes)
    out.print(f"Logged in at {server} as {cut(me.name, 200)}, until {until}: {scopes}.", soft_wrap=True)
    if TokenScope.SUBMIT in me.scopes:
        out.print(f"To submit: judge submit --to {called} PROBLEM FILE", soft_wrap=True)
    else:
        warn("this token cannot submit: it lacks the scope 'submit'")


def logout(wanted: str | None) -> int:
    """The command. Returns the exit status: 1 if the token could not be revoked."""
    login = logins.chosen_login(logins.logins(), wanted, "by its name or address")
    is_revoked = _give_back(login)
    logins.forget(login)
    if is_revoked:
        out.print(f"Logged out at {login.server}: its token is no longer valid.", soft_wrap=True)
        return 0
    out.print(f"The token of {login.server} is deleted here.", soft_wrap=True)
    warn(
        f"the token was not revoked: it is good until {told_moment(login.ends_utc_ms, DAY)}, unless you revoke it at "
        f"{login.server}/account"
    )
    return 1


def _give_back(login: Login) -> bool:
    """Whether the token is now invalid."""
    try:
        with RemoteJudge(login.server, login.token) as judge:
            judge.ask("DELETE", "/token", type(None))
    except RefusedThere as error:
        return error.status == UNAUTHORIZED
    except ServerGone:
        return False
    return True
