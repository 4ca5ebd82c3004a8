"""The places of tokens: for their owner alone, one file for each server."""

import stat
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge, RunProgram
from judge.client.logins import Login, chosen_login, forget, logins, logins_folder, put_login

TOKEN = "t" * 43


def login(server: str = "https://judge.example", name: str = "judge.example") -> Login:
    return Login(server, name, "anna", TOKEN, 2**45)


def test_only_its_owner_can_read_a_token(tmp_path: Path) -> None:
    file = put_login(login())
    assert file.is_relative_to(tmp_path / "config" / "warp-judge")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert logins() == [login()]
    forget(login())
    assert logins() == []
    forget(login())


def test_another_login_at_a_server_takes_the_place_of_the_first() -> None:
    put_login(login(name="one"))
    put_login(login(name="two"))
    put_login(login("https://judge.example:8443", "three"))
    assert [one.name for one in logins()] == ["three", "two"]
    with pytest.raises(JudgeError, match=r"judge\.example:8443"):
        put_login(login(name="three"))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
def test_a_file_that_others_can_read_is_refused(mode: int) -> None:
    file = put_login(login())
    file.chmod(mode)
    with pytest.raises(JudgeError) as refused:
        logins()
    assert refused.value.next_step == RunProgram(("chmod", "600", str(file)), "Make it yours alone")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        '{"server": "https://a", "name": "a", "user": "u", "token": "a\\r\\nhost: b", "ends_utc_ms": 1}',
        '{"server": "gopher://a", "name": "a", "user": "u", "token": "a", "ends_utc_ms": 1}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_login_is_named(content: str) -> None:
    file = put_login(login())
    file.write_text(content)
    with pytest.raises(JudgeError) as refused:
        logins()
    assert str(file) in str(refused.value) or "gopher" in str(refused.value)


def test_a_login_is_chosen_by_name_or_address() -> None:
    one, two = login(), login("http://127.0.0.1:8000", "here")
    assert chosen_login([one], None) is one
    for wanted in ("judge.example", "https://judge.example", "https://JUDGE.example/", "judge.example:443"):
        assert chosen_login([one, two], wanted) is one
    for wanted in ("here", "127.0.0.1:8000", "http://127.0.0.1:8000"):
        assert chosen_login([one, two], wanted) is two


def test_without_a_login_the_next_step_is_to_log_in() -> None:
    for known, wanted in (([], None), ([], "here"), ([login()], "https://other.example")):
        with pytest.raises(JudgeError) as refused:
            chosen_login(known, wanted)
        assert isinstance(refused.value.next_step, RunJudge)
        assert refused.value.next_step.arguments[0] == "login"
    with pytest.raises(JudgeError, match=r"here, judge\.example"):
        chosen_login([login("http://127.0.0.1", "here"), login()], None)
    with pytest.raises(JudgeError, match="Did you mean 'judge'"):
        chosen_login([login(name="judge")], "jugde")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "file"))
    with pytest.raises(JudgeError, match="XDG_CONFIG_HOME"):
        put_login(login())
    assert not logins_folder().exists()
