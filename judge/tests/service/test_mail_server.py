"""The mail server as the options name it, and a mail handed to a real one: encrypted, signed in, refused."""

import ssl
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.options.serve import ServeOptions
from judge.commands.serve_mail import mail_of
from judge.service.mail_server import MailServer, NotSent, mail_server, message
from judge.tests.web.mail_sites import Inbox, listening
from judge.tests.web.test_serve_addresses import pair

SENDER, TO = "judge@school.example", "anna@school.example"
ELSEWHERE = "127.0.0.2"
"""This machine by an address that is not taken for it."""
MAIL = message(SENDER, TO, "Ein Töst", "Grüße 你好\n")


def test_a_mail_arrives_on_this_machine() -> None:
    inbox = Inbox()
    with listening(inbox, "127.0.0.1") as port:
        MailServer("127.0.0.1", port, SENDER).send(MAIL, TO)
    assert inbox.to == [TO]
    [found] = inbox.mails
    assert (found["Subject"], found.get_content().split()) == ("Ein Töst", ["Grüße", "你好"])
    assert found["Auto-Submitted"] == "auto-generated"


@pytest.mark.parametrize(
    ("answer", "is_final"), [("550 no such user\x1b[2J", True), ("451 greylisted, try again", False)]
)
def test_a_refusal_is_told_and_may_be_for_good(answer: str, is_final: bool) -> None:
    inbox = Inbox(answer=answer)
    with listening(inbox, "127.0.0.1") as port, pytest.raises(NotSent) as refused:
        MailServer("127.0.0.1", port, SENDER).send(MAIL, TO)
    assert refused.value.is_final is is_final
    assert refused.value.reason.startswith(answer[:8])
    assert refused.value.reason.isprintable()
    assert inbox.mails == []


def test_nobody_there_is_not_for_good() -> None:
    with pytest.raises(NotSent, match="refused") as refused:
        MailServer("127.0.0.1", 1, SENDER).send(MAIL, TO)
    assert not refused.value.is_final


def test_elsewhere_nothing_is_said_before_it_is_encrypted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate, key = pair(tmp_path, "own", "-addext", f"subjectAltName=IP:{ELSEWHERE}")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    inbox = Inbox()
    signs_in = MailServer(ELSEWHERE, 0, SENDER, "judge", "s3cret")
    with listening(inbox, ELSEWHERE, context) as port:
        with pytest.raises(NotSent, match="certificate"):  # which nobody vouches for
            replace(signs_in, port=port).send(MAIL, TO)
        assert (inbox.mails, inbox.signed_in) == ([], [])
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        replace(signs_in, port=port).send(MAIL, TO)
    assert inbox.signed_in == [("judge", "s3cret")]
    assert inbox.to == [TO]
    plain = Inbox()
    with listening(plain, ELSEWHERE) as port, pytest.raises(NotSent, match="STARTTLS"):
        replace(signs_in, port=port).send(MAIL, TO)
    assert (plain.mails, plain.signed_in) == ([], [])


def test_the_password_comes_from_a_file_or_a_credential(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mail-password"
    file.write_text("s3cret\n")
    file.chmod(0o600)
    url = "smtp://judge%40school.example@mail.example"
    expected = MailServer("mail.example", 587, "judge@school.example", "judge@school.example", "s3cret")
    assert mail_server(url, None, file) == expected
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert mail_server(url, None, None) == expected
    assert mail_server("smtps://mail.example", SENDER, None) == MailServer(
        "mail.example", 465, SENDER, is_tls=True
    )
    assert mail_server("smtp://localhost", SENDER, None).port == 25


@pytest.mark.parametrize(
    ("url", "sender", "told"),
    [
        ("smtp://judge:s3cret@mail.example", SENDER, "everybody on this machine can see a password"),
        ("http://mail.example", SENDER, "expected smtp://"),
        ("smtp://mail.example:none", SENDER, "--mail"),
        ("smtp://mail.example/path", SENDER, "expected smtp://"),
        ("smtp://", SENDER, "expected smtp://"),
        ("smtp://judge@mail.example", SENDER, "--mail-password"),
        ("smtp://mail.example", None, "--mail-from"),
        ("smtp://mail.example", "Judge <judge@school.example>", "--mail-from"),
        ("smtp://mail.example", "judge@school.example\nBcc: x@y.example", "--mail-from"),
    ],
)
def test_what_names_no_mail_server_is_refused(url: str, sender: str | None, told: str) -> None:
    with pytest.raises(JudgeError) as refused:
        mail_server(url, sender, None)
    assert told in refused.value.message
    assert "s3cret" not in refused.value.message


def test_a_password_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("s3cret")
    for mode, told in ((0o644, "chmod 600"), (0o640, "chmod 600")):
        file.chmod(mode)
        with pytest.raises(JudgeError, match=told):
            mail_server("smtp://judge@mail.example", SENDER, file)
    file.chmod(0o600)
    for text in ("", "two\nlines\n"):
        file.write_text(text)
        with pytest.raises(JudgeError, match="expected a password"):
            mail_server("smtp://judge@mail.example", SENDER, file)


def test_links_lead_to_a_known_address() -> None:
    assert mail_of(ServeOptions()) is None
    here = ServeOptions(mail="smtp://localhost", mail_from=SENDER)
    assert mail_of(here)
    assert mail_of(replace(here, host="0.0.0.0", url="https://judge.example"))
    with pytest.raises(JudgeError, match="--url"):
        mail_of(replace(here, host="0.0.0.0"))
    with pytest.raises(JudgeError, match="--mail"):
        mail_of(ServeOptions(mail_from=SENDER))
