"""The mail server: its address, the judge's sender there, and sending one mail.

Connections to other machines are encrypted: by TLS from the start (smtps://), or by STARTTLS before anything else is
sent.
"""

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from pathlib import Path
from urllib.parse import unquote, urlsplit

from judge.base.errors import JudgeError
from judge.base.records import Record
from judge.base.secret_files import secret_in
from judge.base.text import in_one_line, one_line
from judge.base.web_addresses import LOOPBACK

ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    r"@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?",
    re.ASCII,
)
MOST_OF_AN_ADDRESS = 254
MOST_OF_A_SUBJECT = 200
MOST_OF_A_REASON = 300
PORTS = {"smtp": 587, "smtps": 465}
PORT_HERE = 25
TIMEOUT_S = 30.0
CREDENTIAL = "mail-password"
"""The name under which systemd passes the password (LoadCredential=)."""


def is_address(text: str) -> bool:
    """Whether a mail can be sent there: nothing in the address can end a line, name a second address or begin a
    command."""
    return len(text) <= MOST_OF_AN_ADDRESS and ADDRESS.fullmatch(text) is not None


class MailServer(Record, frozen=True):
    """The server to which mails are passed."""

    host: str
    port: int
    sender: str
    user: str = ""
    """Empty: no sign-in."""
    password: str = ""
    is_tls: bool = False
    """Encrypted from the start."""

    @property
    def needs_starttls(self) -> bool:
        return not self.is_tls and self.host not in LOOPBACK

    def send(self, mail: EmailMessage, address: str) -> None:
        """Raises NotSent."""
        try:
            self._send(mail, address)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            raise NotSent(_reason(error), is_final=bool(codes) and min(codes) >= 500) from error
        except smtplib.SMTPDataError as error:
            raise NotSent(_reason(error), is_final=error.smtp_code >= 500) from error
        except (OSError, smtplib.SMTPException, ValueError) as error:
            raise NotSent(_reason(error)) from error

    def _send(self, mail: EmailMessage, address: str) -> None:
        context = ssl.create_default_context()
        if self.is_tls:
            server: smtplib.SMTP = smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT_S, context=context)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=TIMEOUT_S)
        with server:
            if self.needs_starttls:
                server.starttls(context=context)
            if self.user:
                server.login(self.user, self.password)
            server.send_message(mail, self.sender, [address])


class NotSent(Exception):
    """The mail could not be sent. `is_final`: and never can be."""

    def __init__(self, reason: str, *, is_final: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.is_final = reason, is_final


def _reason(error: Exception) -> str:
    """The reason in one line; the server writes some of it."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        said = "; ".join(f"{code} {_text(words)}" for code, words in error.recipients.values())
    elif isinstance(error, smtplib.SMTPResponseException):
        said = f"{error.smtp_code} {_text(error.smtp_error)}"
    else:
        said = f"{type(error).__name__}: {error}"
    return one_line(said)[:MOST_OF_A_REASON]


def _text(words: bytes | str) -> str:
    return words.decode("utf-8", errors="replace") if isinstance(words, bytes) else words


def message(sender: str, address: str, subject: str, text: str) -> EmailMessage:
    """A mail in plain text. Raises ValueError for an invalid address: it never gets into a header."""
    if not is_address(address) or not is_address(sender):
        raise ValueError(f"no address: {one_line(address)[:100]}")
    made = EmailMessage(policy=SMTP)
    made["From"], made["To"] = sender, address
    made["Subject"] = in_one_line(subject)[:MOST_OF_A_SUBJECT]
    made["Date"] = formatdate(usegmt=True)
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    made["Auto-Submitted"] = "auto-generated"  # no machine answers it (RFC 3834)
    made.set_content(text, cte="base64" if not text.isascii() else "quoted-printable")
    return made


def mail_server(url: str, sender: str | None, password_file: Path | None) -> MailServer:
    """The server from the options. Raises JudgeError."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise JudgeError(f"--mail: {error}. {_FORM}") from error
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query:
        raise JudgeError(f"--mail: {_FORM}")
    if parts.password is not None:
        raise JudgeError(
            "--mail: everybody on this machine can see a password on a command line: write it into a file that only "
            "you can read, and name that by --mail-password."
        )
    user = unquote(parts.username or "")
    sender = sender or user
    if not is_address(sender):
        raise JudgeError(
            f"--mail-from: expected the address that mails come from, like judge@school.example, found {sender!r}."
        )
    default = PORT_HERE if parts.scheme == "smtp" and parts.hostname in LOOPBACK else PORTS[parts.scheme]
    lacking = "--mail: signing in takes a password: name its file by --mail-password"
    password = secret_in(password_file, "a password", CREDENTIAL, lacking) if user else ""
    return MailServer(parts.hostname, port or default, sender, user, password, parts.scheme == "smtps")


_FORM = "expected smtp://USER@HOST:PORT or smtps://USER@HOST:PORT, without USER@ if no sign-in is needed."
