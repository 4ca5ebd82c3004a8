"""Requests to addresses that people give: none reaches this machine or its network by itself, and none takes long."""

import ipaddress
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.service import outside_post
from judge.service.outside_post import NotReceived, checked_url, post, require_public
from judge.tests.client.stubs import send, stub

HERE = ("127.0.0.1",)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::7f00:1", "2002:7f00:1::", "2002:a00:1::",
    ],
)  # fmt: skip
def test_no_address_of_this_machine_or_its_network_is_public(address: str) -> None:
    with pytest.raises(NotReceived, match="--webhook-host"):
        require_public("judge.example", ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_addresses_are(address: str) -> None:
    require_public("judge.example", ipaddress.ip_address(address))


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("http://judge.example/", "https"),
        ("https://127.0.0.1/", "public"),
        ("https://[::1]/", "public"),
        ("https://me@judge.example/", "user"),
        ("https://judge.example/#a", "fragment"),
        ("https:///path", "HOST"),
        ("file:///etc/passwd", "HOST"),
        ("gopher://judge.example/", "HOST"),
        ("https://judge.example:70000/", "url"),
        ("https://judge.example/a b", "spaces"),
        ("https://judge.example/\r\nx: y", "printable"),
        ("https://ju\u0434ge.example/", "ASCII"),
        (f"https://judge.example/{'a' * 2000}", "2000"),
    ],
)
def test_other_addresses_are_refused(url: str, named: str) -> None:
    with pytest.raises(JudgeError, match=named):
        checked_url(url, ())


def test_a_host_that_is_named_may_be_here_and_in_plain_sight() -> None:
    assert checked_url("http://127.0.0.1:8001/told", HERE).port == 8001
    with pytest.raises(JudgeError, match="https"):
        checked_url("http://127.0.0.1:8001/told", ())


def test_a_name_is_judged_by_where_it_leads_when_it_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name is refused even if only one of its addresses is here."""
    with stub(lambda handler: send(handler, {})) as server:
        port = int(server.address.rpartition(":")[2])

        def looked_up(*_: Any, **__: Any) -> list[Any]:
            kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
            return [(*kind, ("8.8.8.8", port)), (*kind, ("127.0.0.1", port))]

        monkeypatch.setattr(socket, "getaddrinfo", looked_up)
        with pytest.raises(NotReceived, match=r"127\.0\.0\.1"):
            post(f"https://judge.example:{port}/", b"{}", {}, ())
        assert server.asked == []


def given(status: int) -> Callable[[Any], None]:
    return lambda handler: send(handler, {}, status, location="http://127.0.0.1:1/")


@pytest.mark.parametrize(
    ("status", "is_received"), [(200, True), (204, True), (302, False), (404, False), (500, False)]
)
def test_only_2xx_is_received_and_nobody_else_is_asked(status: int, is_received: bool) -> None:
    with stub(given(status)) as server:
        asked = f"{server.address}/told?by=us"
        if is_received:
            post(asked, b"{}", {"webhook-token": "secret"}, HERE)
        else:
            with pytest.raises(NotReceived, match=str(status)):
                post(asked, b"{}", {"webhook-token": "secret"}, HERE)
        [(method, path, headers)] = server.asked
    assert (method, path, headers["webhook-token"]) == ("POST", "/told?by=us", "secret")


def trickle(handler: Any) -> None:
    while True:
        handler.wfile.write(b"HTTP/1.1")
        time.sleep(0.05)


def test_an_answer_that_trickles_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outside_post, "WHOLE_S", 0.5)
    with stub(trickle) as server:
        began_s = time.monotonic()
        with pytest.raises(NotReceived):
            post(server.address, b"{}", {}, HERE)
        assert time.monotonic() - began_s < 20


def test_who_does_not_listen_or_does_not_speak_tls_has_received_nothing() -> None:
    free = socket.socket()
    free.bind(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    with pytest.raises(NotReceived):
        post(f"http://127.0.0.1:{port}/", b"{}", {}, HERE)
    with stub(given(200)) as server, pytest.raises(NotReceived):
        post(server.address.replace("http:", "https:"), b"{}", {}, HERE)
