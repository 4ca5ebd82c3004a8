"""A site that sends mails, and mail servers in the test's own process."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest

from judge.service.mail_server import MailServer
from judge.tests.store.stores import Clock
from judge.tests.watching import PATIENCE_S
from judge.tests.web.sites import ADDRESS, SiteUnderTest
from judge.web.mailer import Mailer


@dataclass
class Inbox:
    """What was handed over, and what the mail server answers."""

    mails: list[EmailMessage] = field(default_factory=list)
    to: list[str] = field(default_factory=list)
    answer: str = "250 OK"
    signed_in: list[tuple[str, str]] = field(default_factory=list)
    lines: list[bytes] = field(default_factory=list)
    """The mails as they came."""

    async def handle_RCPT(self, _: Any, __: Any, envelope: Any, address: str, options: Any) -> str:
        if self.answer.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.answer

    async def handle_DATA(self, _: Any, __: Any, envelope: Any) -> str:
        self.to += envelope.rcpt_tos
        self.lines.append(envelope.content)
        found = message_from_bytes(envelope.content, policy=default)
        assert isinstance(found, EmailMessage)
        self.mails.append(found)
        return "250 OK"

    def take(self, _: Any, __: Any, ___: Any, ____: Any, given: Any) -> Any:
        """Who signs in."""
        from aiosmtpd.smtp import AuthResult

        self.signed_in.append((given.login.decode(), given.password.decode()))
        return AuthResult(success=True)


@contextmanager
def listening(inbox: Inbox, host: str, context: ssl.SSLContext | None = None) -> Iterator[int]:
    """The port of a mail server; with a `context` it speaks STARTTLS."""
    controllers = pytest.importorskip("aiosmtpd.controller", reason="aiosmtpd is not installed")

    class Controller(controllers.Controller):  # type: ignore[misc, name-defined]
        def _trigger_server(self) -> None:
            """Connects to the port, which the system chose."""
            self.port = self.server.sockets[0].getsockname()[1]
            super()._trigger_server()

    controller = Controller(
        inbox,
        hostname=host,
        port=0,
        tls_context=context,
        authenticator=inbox.take,
        auth_require_tls=True,
        require_starttls=context is not None,
        ready_timeout=PATIENCE_S,
    )
    controller.start()
    try:
        yield controller.port
    finally:
        controller.stop()


@dataclass
class MailingSite:
    """A site by whose clock a test goes, and whose mails lie in a list; where `refuses` says so, they do not."""

    site: SiteUnderTest
    clock: Clock = field(default_factory=Clock)
    sent: list[tuple[str, EmailMessage]] = field(default_factory=list)
    refuses: Exception | None = None
    mailer: Mailer = field(init=False)

    def __post_init__(self) -> None:
        site = self.site.site
        self.clock.set_for(site.store)
        server = MailServer("127.0.0.1", 25, "judge@school.example")
        self.mailer = Mailer(site.store, server, site.key, ADDRESS, site.tell, send=self._send)
        site.mailer = self.mailer

    def _send(self, mail: EmailMessage, address: str) -> None:
        if self.refuses:
            raise self.refuses
        self.sent.append((address, mail))

    def deliver(self) -> int:
        """All that are due; how many there were."""
        count = 0
        while self.mailer.once():
            count += 1
        return count
