"""The address of an online judge, as people type it and as it is stored."""

from urllib.parse import urlsplit

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.web_addresses import is_loopback, root_of_host

SCHEME = "://"


def server_address(typed: str, *, insecure: bool = False) -> str:
    """ "judge.example" as "https://judge.example": in lower case, without the scheme's default port. Raises JudgeError
    for anything but the address of a judge, and for plain http to another machine unless that is `insecure`."""
    scheme = "http" if SCHEME not in typed and is_loopback(_host(f"http://{typed}")) else "https"
    root = root_of_host(typed if SCHEME in typed else f"{scheme}://{typed}")
    if root is None:
        raise JudgeError(
            f"{typed!r} is not the address of a judge: expected https:// with a host's name and perhaps a port, "
            "like https://judge.example."
        )
    parts = urlsplit(root)
    host = parts.hostname or ""
    if parts.scheme == "http" and not (insecure or is_loopback(host)):
        raise JudgeError(
            f"{root}: without https anybody on the way could read the token. Ask the operator for its "
            "https address; in a network that you trust, --insecure permits http.",
            RunJudge(("login", f"https{SCHEME}{host}"), "To log in by https"),
        )
    shown = f"[{host}]" if ":" in host else host
    port = parts.port if parts.port != {"http": 80, "https": 443}[parts.scheme] else None
    return f"{parts.scheme}{SCHEME}{shown}" + (f":{port}" if port else "")


def short_name(server: str) -> str:
    """A server's name unless its user gives another: "judge.example", "127.0.0.1:8000"."""
    return server.partition(SCHEME)[2]


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
