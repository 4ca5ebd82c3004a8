"""A server that is none, or means harm: its answers are bounded and harmless, and no token goes elsewhere."""

import gzip
import http.server
import itertools
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.client import bounded, connection
from judge.client.connection import RemoteJudge
from judge.client.failures import RefusedThere, ServerGone
from judge.client.logins import Login, put_login
from judge.tests.client.stubs import refusal, send, stub
from judge.tests.client.typed import Typed
from judge.tests.hostile import HOSTILE, SHOWN, harm_in
from judge.tests.watching import PATIENCE_S
from judge.web.api.shapes import Me, Problems

Answer = Callable[[http.server.BaseHTTPRequestHandler], None]
TOKEN = "s3cret-token"
NONE: dict[str, object] = {"problems": []}


def asked(answer: Answer) -> tuple[object, list[tuple[str, str, dict[str, str]]]]:
    with stub(answer) as made, RemoteJudge(made.address, TOKEN) as judge:
        try:
            return judge.get("/problems", Problems), made.asked
        except JudgeError as error:
            return error, made.asked


def endless(content: bytes) -> Answer:
    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.end_headers()
        for _ in itertools.repeat(None):
            handler.wfile.write(content)

    return answer


def test_a_judge_is_believed() -> None:
    """The control: the same stub as a server that means well."""
    found, requests = asked(lambda handler: send(handler, NONE))
    assert found == Problems(())
    [(method, path, headers)] = requests
    assert (method, path) == ("GET", "/api/problems")
    assert headers["authorization"] == f"Bearer {TOKEN}"
    assert headers["accept-encoding"] == "identity"


@pytest.mark.parametrize(
    "answer",
    [
        lambda handler: send(handler, b"<html>Hello</html>", content_type="text/html"),
        lambda handler: send(handler, b"<html>Hello</html>"),
        lambda handler: send(handler, b"[" * 1_000_000),
        lambda handler: send(handler, b"\xff\xfe"),
        lambda handler: send(handler, b""),
        lambda handler: send(handler, {"problems": [{"name": 1}]}),
        lambda handler: send(handler, gzip.compress(b" " * 10_000_000), content_encoding="gzip"),
        lambda handler: send(handler, b"<html>", 500, content_type="text/html"),
        lambda handler: send(handler, b"[" * 1_000_000, 500, content_type="application/problem+json"),
        lambda handler: send(handler, NONE, 301, location="http://127.0.0.1:1/"),
        lambda handler: handler.wfile.write(b"nothing of HTTP\r\n\r\n"),
        lambda handler: handler.wfile.write(b"HTTP/1.1 200 OK\r\nx: " + b"y" * 2_000_000),
        endless(b" " * 65536),
    ],
)
def test_what_is_no_answer_of_a_judge_is_an_error_in_words(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "DATA_BYTES", 1 << 20)
    error, _ = asked(answer)
    assert isinstance(error, JudgeError)
    assert "127.0.0.1" in error.message
    assert len(error.message) < 1000


def test_a_redirect_is_not_followed_and_the_token_goes_nowhere() -> None:
    with stub(lambda handler: send(handler, NONE)) as other:
        for status in (301, 302, 303, 307, 308):
            where = f"{other.address}/api/problems"
            error, requests = asked(lambda handler, s=status, w=where: send(handler, NONE, s, location=w))  # type: ignore[misc]
            assert isinstance(error, JudgeError)
            assert other.address in error.message
            assert len(requests) == 1
        assert other.asked == []


def test_no_proxy_of_the_environment_hears_a_token_in_the_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    with stub(lambda handler: send(handler, NONE)) as proxy:
        for variable in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(variable, proxy.address)
        found, _ = asked(lambda handler: send(handler, NONE))
        assert found == Problems(())
        assert proxy.asked == []


def test_an_answer_that_drips_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte comes in time, and all of them never."""
    monkeypatch.setattr(bounded, "WHOLE_ANSWER_S", 0.2)
    leave = threading.Event()

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        send(handler, b" ", content_length="1000")
        for _ in range(100):
            if leave.wait(0.05):
                return
            handler.wfile.write(b" ")

    error, _ = asked(answer)
    leave.set()
    assert isinstance(error, ServerGone)
    assert "more than" in error.message


def test_an_event_is_seen_as_soon_as_it_is_sent() -> None:
    """The server goes on once the event before has been seen."""
    seen = threading.Event()

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        handler.wfile.write(b"id: 1\ndata: x\n\n")
        handler.wfile.write(b"id: 2\ndata: y\n\n" if seen.wait(PATIENCE_S) else b"")

    found = []
    with stub(answer) as made, RemoteJudge(made.address, TOKEN) as judge:
        for event in judge.events("/submissions/1/events", 0):
            found.append(event.id)
            seen.set()
    assert found == [1, 2]


@pytest.mark.parametrize(
    ("status", "gone"), [(502, True), (503, True), (504, True), (500, False), (404, False), (418, False)]
)
def test_a_proxy_without_a_judge_is_told_from_a_fault(status: int, gone: bool) -> None:
    error, _ = asked(lambda handler: send(handler, b"<html>", status, content_type="text/html"))
    assert isinstance(error, ServerGone) is gone


def test_a_stream_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "MOST_OF_A_STREAM", 1 << 20)

    def answer(handler: http.server.BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/event-stream")
        handler.end_headers()
        for number in itertools.count():
            handler.wfile.write(f"id: {number}\ndata: {'x' * 10_000}\n\n".encode())

    with stub(answer) as made, RemoteJudge(made.address, TOKEN) as judge:
        found = list(judge.events("/submissions/1/events", 3))
    assert 0 < len(found) < 200
    assert made.asked[0][2]["last-event-id"] == "3"


@pytest.mark.parametrize(
    ("status", "detail", "headers", "wanted"),
    [
        (401, "this token is none", {}, "judge login"),
        (403, "this needs a token with the scope submit", {}, "judge login"),
        (429, "you submit very often", {"retry_after": "17"}, "17 s"),
        (429, "you submit very often", {"retry_after": "x" * 1000}, "1 s"),
        (422, "double is closed: nothing more is judged on it", {}, "Do something."),
        (413, "too large", {}, "Do something."),
        (404, "there is no problem called x here", {}, "--problems"),
    ],
)
def test_a_refusal_has_its_reason_and_its_next_step(
    status: int, detail: str, headers: dict[str, str], wanted: str
) -> None:
    kind = "application/problem+json"
    error, _ = asked(
        lambda handler: send(handler, refusal(status, detail), status, content_type=kind, **headers)
    )
    assert isinstance(error, RefusedThere)
    assert error.status == status
    assert detail in error.message
    assert wanted in str(error)


def test_nobody_there_is_told_with_the_address() -> None:
    with RemoteJudge("http://127.0.0.1:1") as judge, pytest.raises(ServerGone, match=r"127\.0\.0\.1:1"):
        judge.get("/me", Me)


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    (tmp_path / "x.py").write_text("print(1)\n")
    return tmp_path / "x.py"


def whole(text: str, state: str = "done") -> dict[str, object]:
    findings = [{"kind": "out-of-bounds", "what": text, "file": text, "line": 1}, {"kind": text}, 7]
    window = {"first_line": 1, "lines": [text], "marked": 0, "before": 1, "length": 1}
    other = {**window, "marked": 999}
    run = {
        "ordinal": 1,
        "test": f"secret/{text}",
        "verdict": "WA",
        "reason": text,
        "points": None,
        "is_timed": True,
        "wall_ns": 10**30,
        "cpu_ns": 1,
        "peak_memory_bytes": 1,
        "kernels_ns": None,
        "detail": {
            "difference": {"line": 1, "column": 1, "agreed": 1, "expected": window, "found": window},
            "stdout": text * 10_000,
            "stderr": [],
            "findings": findings,
        },
    }
    broken = {"line": 1, "column": 1, "agreed": 1, "expected": other, "found": other}
    another = {**run, "ordinal": 2, "detail": {"difference": broken}}
    return {
        "submission": {
            "id": 1,
            "problem": text,
            "name": text,
            "language": text,
            "user": text,
            "submitted_utc_ms": 10**18,
            "state": state,
            "verdict": "WA",
            "points": 1e300,
        },
        "url": text,
        "failure": text,
        "test_count": 1,
        "place": {"before": 1, "running": 1, "expected_wait_s": 1e300, "reason": text},
        "judgement": {
            "verdict": "WA",
            "reason": text,
            "tests_passed": 1,
            "tests_total": 2,
            "points": 1.5,
            "most_points": None,
            "is_emulated": True,
            "wall_ns": None,
            "cpu_ns": None,
            "peak_memory_bytes": None,
            "detail": {"groups": [{"name": text}, 3], "findings": findings, "compile_error": text},
        },
        "runs": [run, another],
        "last_event": 5,
    }


def problem(text: str) -> dict[str, object]:
    return {
        "name": text,
        "title": text,
        "titles": {},
        "statements": {},
        "time_limit_s": 1e300,
        "memory_bytes": 1,
        "code_bytes": 10_000,
        "test_count": 2,
        "is_interactive": False,
        "is_submit_answer": False,
        "most_points": None,
        "languages": [],
    }


def of_stranger(handler: http.server.BaseHTTPRequestHandler) -> None:
    """Every text is hostile."""
    path = handler.path
    if path.endswith("/samples"):
        send(handler, [])
    elif path == "/api/problems":
        send(handler, {"problems": [{"name": HOSTILE, "title": HOSTILE, "verdicts": ["AC"]}]})
    elif path.startswith("/api/problems/") and handler.command == "GET":
        send(handler, problem(HOSTILE))
    elif path.endswith("/events"):
        send(handler, b"event: end\n\n", content_type="text/event-stream")
    elif path == "/api/submissions":
        send(handler, {"submissions": [whole(HOSTILE)["submission"]], "before": None})
    elif path == "/api/me":
        send(
            handler,
            {"name": HOSTILE, "full_name": HOSTILE, "role": "team", "scopes": [], "ends_utc_ms": 10**18},
        )
    elif path == "/api/submissions/9":
        send(handler, whole(HOSTILE, "failed"))
    elif path == "/api/submissions/8":
        send(handler, whole(HOSTILE, "queued"))
    elif path == "/api/token":
        send(handler, refusal(500, HOSTILE, HOSTILE), 500, content_type="application/problem+json")
    else:
        send(handler, whole(HOSTILE, "queued" if handler.command == "POST" else "done"), 201)


@pytest.mark.parametrize(
    "words",
    [
        ["submit", "--to", "there", "x", "FILE"],
        ["submit", "--to", "there", "x", "FILE", "--json", "-", "-v"],
        ["status"],
        ["status", "--problems"],
        ["status", "1"],
        ["status", "1", "--watch", "--json", "-"],
        ["status", "8"],
        ["status", "9"],
        ["logout", "there"],
    ],
    ids=" ".join,
)
def test_no_text_of_a_server_acts_on_the_terminal(typed: Typed, hostile: Path, words: list[str]) -> None:
    with stub(of_stranger) as made:
        put_login(Login(made.address, "there", "anna", TOKEN, 1))
        done = typed(*(hostile if word == "FILE" else word for word in words))
    printed = done.err + done.out
    assert SHOWN in printed or words[0] == "logout"
    assert harm_in(printed) == [] or "--json" in words
    assert len(printed) < 500_000


def test_a_login_shows_no_text_of_the_server_as_it_is(
    typed: Typed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    with stub(of_stranger) as made, (tmp_path / "token").open() as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        done = typed("login", made.address, "--token", "-")
    assert SHOWN in done.out
    assert harm_in(done.err + done.out) == []
    assert TOKEN not in done.err + done.out
