"""The address of a judge, as it is typed."""

import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.client.servers import server_address, short_name


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://judge.example", "https://judge.example"),
        ("https://Judge.Example:443/", "https://judge.example"),
        ("judge.example:8443", "https://judge.example:8443"),
        ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
        ("localhost:8000", "http://localhost:8000"),
        ("127.0.0.2", "http://127.0.0.2"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://127.0.0.1", "https://127.0.0.1"),
    ],
)
def test_an_address_has_one_form(typed: str, address: str) -> None:
    assert server_address(typed) == address == server_address(address)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ftp://judge.example",
        "https://judge.example/path",
        "https://judge.example?x",
        "https://anna:secret@judge.example",
        "https://judge.example:port",
        "https://judge.example:99999",
        "https://",
        "https://[::1",
        "https://judge example",
        "https://judge.example\r\nhost: other",
        "file:///etc/passwd",
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(JudgeError):
        server_address(typed, insecure=True)


@pytest.mark.parametrize(
    "typed",
    ["http://judge.example", "http://10.0.0.1", "http://localhost.evil.example", "http://evil-localhost"],
)
def test_no_token_goes_by_plain_http_to_another_machine(typed: str) -> None:
    with pytest.raises(JudgeError) as refused:
        server_address(typed)
    assert isinstance(refused.value.next_step, RunJudge)
    assert refused.value.next_step.arguments[1].startswith("https://")
    assert server_address(typed, insecure=True) == typed


def test_a_server_is_called_by_its_host_and_port() -> None:
    assert short_name("https://judge.example") == "judge.example"
    assert short_name("http://127.0.0.1:8000") == "127.0.0.1:8000"
