"""Settings of the whole site, which its administrators change while it runs."""

from enum import StrEnum
from typing import Any

import msgspec

from judge.base.records import Record, as_json, decoded
from judge.store.database import StorePart
from judge.store.errors import StoreError
from judge.store.events import Event, EventKind, note

SITE = "site"
"""The name under which they are stored."""


class Registration(StrEnum):
    OPEN = "open"
    """Everybody may make an account."""
    LINK = "link"
    """People with a link may."""
    CLOSED = "closed"
    """Administrators alone make accounts."""


class SecondFactorRule(StrEnum):
    OPTIONAL = "optional"
    STAFF = "staff"
    """Required of the staff: without a second factor nobody has the rights of the staff."""


class SiteSettings(Record, frozen=True):
    registration: Registration = Registration.OPEN
    second_factor: SecondFactorRule = SecondFactorRule.OPTIONAL


class Settings(StorePart):
    def get(self) -> SiteSettings:
        row = self._database.first("SELECT value FROM settings WHERE name = ?", SITE)
        if row is None:
            return SiteSettings()
        try:
            return decoded(row[0], SiteSettings)
        except msgspec.MsgspecError as error:
            raise StoreError(f"the store holds damaged settings ({error}): restore a backup.") from error

    def put(self, new: SiteSettings) -> None:
        """Stores the settings; unchanged ones are left alone."""
        before, after = as_json(self.get()), as_json(new)
        changed: dict[str, Any] = {name: value for name, value in after.items() if before[name] != value}
        if not changed:
            return
        with self._database.write(durable=True) as transaction:
            row = {"name": SITE, "value": msgspec.json.encode(new).decode()}
            transaction.put("settings", [row], replacing=("name",))
            note(transaction, Event(EventKind.SETTINGS, data=changed))
