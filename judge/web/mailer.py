"""Mails: each waits in the store, and is sent from here; if that fails, it is tried again, with growing waits.

The store contains no link: a mail's link is made from its nonce and the pages' key, once when its hash is stored, and
again when the mail is sent.
"""

import asyncio
import base64
import hashlib
import hmac
from collections.abc import Callable, Sequence

from msgspec import Struct

from judge.base.events import Listener, Warned
from judge.service.mail_server import MailServer, NotSent, message
from judge.store.catalogue_records import User
from judge.store.errors import StoreError
from judge.store.mails import Mail, MailKind
from judge.store.store import Store
from judge.web.texts import text
from judge.web.tokens import new_token, token_sha256

HOUR_MS, DAY_MS = 3_600_000, 24 * 3_600_000
RESET_MS = HOUR_MS
"""How long a link for a new password works."""
LOOKED_S = 2.0
"""The time between two looks for mails that are due."""
LEASE_MS = 5 * 60_000
"""How long a mail is reserved for the process that tries to send it."""
FIRST_WAIT_MS, LONGEST_WAIT_MS = 60_000, HOUR_MS


def wait_ms(tries: int) -> int:
    """The time until the next attempt of a mail with so many attempts: twice as long each time."""
    return min(LONGEST_WAIT_MS, FIRST_WAIT_MS << min(tries - 1, 20))


class Mailer(Struct, frozen=True):
    store: Store
    server: MailServer
    key: bytes
    """The pages' own secret."""
    address: str
    """The judge's address for browsers, whatever name a request uses: links lead nowhere else."""
    tell: Listener
    send: Callable[..., None] | None = None
    """A replacement for the server's function; None: the server's."""

    def reset(self, address: str, language: str) -> None:
        """Mails a link to each account with this address. Nobody learns whether there is one."""
        for user in self.store.email_addresses.accounts(address):
            nonce = new_token()
            until_utc_ms = self.store.now_ms() + RESET_MS
            self.store.accounts.put_link(user.id, token_sha256(self.token(nonce)), RESET_MS)
            kept = self.store.email_addresses.of(user.id)
            self.store.mails.put([Mail(MailKind.RESET, user.id, kept, language, nonce, until_utc_ms)])

    def invite(self, invited: Sequence[tuple[User, str, str]], title: str, language: str) -> None:
        """Mails new members of a class their links: each with the address and the nonce of the link."""
        until_utc_ms = self.store.now_ms() + DAY_MS
        self.store.mails.put(
            [
                Mail(MailKind.INVITATION, user.id, address, language, nonce, until_utc_ms, title)
                for user, address, nonce in invited
            ]
        )

    def token(self, nonce: str) -> str:
        """The token of the link in the mail with this nonce."""
        made = hmac.new(self.key, f"mail:{nonce}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(made).decode().rstrip("=")

    async def run(self) -> None:
        """Runs until it is cancelled."""
        while True:
            try:
                while await asyncio.to_thread(self.once):
                    pass
            except StoreError as error:
                self.tell(Warned(f"mails wait: {error}"))
            await asyncio.sleep(LOOKED_S)

    def once(self) -> bool:
        """Sends one mail that is due. Returns whether there was one."""
        mail = self.store.mails.claim(LEASE_MS)
        if mail is None:
            return False
        if mail.until_utc_ms <= self.store.now_ms():
            self._give_up(mail, mail.failure or "nobody was there to send it in time")
            return True
        try:
            self._send(mail)
        except NotSent as error:
            if error.is_final:
                self._give_up(mail, error.reason)
            else:
                self.store.mails.put_off(mail, error.reason, wait_ms(mail.tries))
                self.tell(Warned(f"mail {mail.id} could not be sent: {error.reason}; it is tried again"))
        else:
            self.store.mails.sent(mail)
        return True

    def _send(self, mail: Mail) -> None:
        user = self.store.catalogue.get(User, mail.user_id)
        link = f"{self.address}/sign-in/{self.token(mail.nonce)}"

        def words(key: str) -> str:
            return text(mail.language, f"mail_{mail.kind}_{key}", name=user.name, about=mail.about, link=link)

        try:
            made = message(self.server.sender, mail.address, words("subject"), words("text"))
        except ValueError as error:
            raise NotSent(str(error), is_final=True) from error
        (self.send or self.server.send)(made, mail.address)

    def _give_up(self, mail: Mail, why: str) -> None:
        self.store.mails.give_up(mail, why)
        self.tell(Warned(f"mail {mail.id} is given up: {why}"))
