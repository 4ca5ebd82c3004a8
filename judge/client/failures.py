"""Failures of a server as text: what, where, and what to do next."""

from typing import NoReturn

from judge.base.errors import JudgeError
from judge.base.next_steps import NextStep, RunJudge, RunProgram, SetVariable
from judge.base.records import decoded
from judge.base.text import one_line
from judge.base.units import duration
from judge.web.api.shapes import ProblemDetails

MOST_OF_A_DETAIL = 500
MOST_WAIT_S = 3600.0
GONE = (502, 503, 504)
"""Statuses by which a proxy reports that the judge behind it does not answer."""


class ServerGone(JudgeError):
    """No answer arrived, or a proxy reports that there is none: one may come later."""


class RefusedThere(JudgeError):
    """The server's refusal."""

    def __init__(self, message: str, next_step: NextStep | None, status: int, wait_s: float = 0.0) -> None:
        super().__init__(message, next_step)
        self.status, self.wait_s = status, wait_s


def cut(text: str, most: int = MOST_OF_A_DETAIL) -> str:
    """A text of the server in one line."""
    shown = one_line(text[: most + 1])
    return shown if len(shown) <= most else f"{shown[:most]} ..."


def refuse(server: str, status: int, details: ProblemDetails, retry_after: str) -> NoReturn:
    """Raises the error that the server's refusal means here."""
    detail = cut(details.detail).rstrip(".")
    where = f"{server}: {detail}"
    if status == 401:
        raise RefusedThere(f"{where}.", RunJudge(("login", server), "To log in again"), status)
    if status == 403 and "scope" in detail:
        step = RunJudge(("login", server), "To get a token that may, and grant it on the page")
        raise RefusedThere(f"{where}.", step, status)
    if status == 429:
        wait_s = wait_of(retry_after)
        raise RefusedThere(f"{where}. Try again in {duration(wait_s)}.", None, status, wait_s)
    if status == 404:
        step = RunJudge(("status", "--to", server, "--problems"), "To see its problems")
        raise RefusedThere(f"{where}.", step, status)
    raise RefusedThere(f"{where}. {cut(details.next_step)}", None, status)


def wait_of(retry_after: str) -> float:
    """Seconds, from the header of that name; at least one."""
    is_number = retry_after.isascii() and retry_after.isdigit() and len(retry_after) < 9
    return min(MOST_WAIT_S, max(1.0, float(retry_after))) if is_number else 1.0


def no_judge(server: str, what: str) -> JudgeError:
    """An error: the answer is not that of a judge of this version."""
    return JudgeError(
        f"{server} {what}: is that the address of a Warp Judge, at the root of its host, and of this version?",
        RunProgram(("curl", "-i", f"{server}/health"), "See what it answers"),
    )


def not_reached(server: str, error: Exception) -> JudgeError:
    """No connection: an error made from what the library raised."""
    causes = [str(one) for one in _chain(error)]
    if untrusted := next((one for one in causes if "CERTIFICATE_VERIFY_FAILED" in one), None):
        why = cut(untrusted.partition("certificate verify failed:")[2].partition(" (_ssl")[0].strip())
        return JudgeError(
            f"the certificate of {server} is not trusted: {why}. If it belongs to your own network, ask the operator "
            "of the judge for the certificate that signed it.",
            SetVariable("SSL_CERT_FILE", "its file"),
        )
    if any("SSL" in one for one in causes):
        return JudgeError(
            f"{server} does not speak the TLS that https needs: {cut(causes[0])}. Check the address and the port.",
            RunProgram(("curl", "-i", f"{server}/health"), "See what it answers"),
        )
    why = cut(str(error) or type(error).__name__)
    return ServerGone(
        f"no judge answers at {server}: {why}. Check the address, and that the judge is running.",
        RunProgram(("curl", "-i", f"{server}/health"), "See what it answers"),
    )


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def details_of(content: bytes) -> ProblemDetails | None:
    """The problem details in an answer (RFC 9457); None: it has none."""
    try:
        return decoded(content, ProblemDetails)
    except (ValueError, RecursionError):
        return None
