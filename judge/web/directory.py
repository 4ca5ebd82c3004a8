"""Signing in by a directory (LDAP): the judge signs in there as the user, with the password typed here.

The password is sent only over TLS, or to this machine, and is not stored. A person is identified by the attribute that
the directory never reassigns.
"""

import asyncio
import ssl
from typing import Any
from urllib.parse import urlsplit

from litestar.exceptions import ServiceUnavailableException

from judge.base.web_addresses import LOOPBACK
from judge.service.institution import MOST_OF_A_SUBJECT, IdentifiedPerson, LdapSettings, role_of

TIMEOUT_S = 10
MOST_AT_ONCE = 4
MOST_UNDER_WAY = 200
"""The number of requests that the directory answers or that wait for it, beyond which it is not asked."""
MOST_GROUPS = 1000
GROUPS = "groups"


class DirectoryFailed(Exception):
    """The directory cannot be queried. Its message is only for the log."""


def person_of(settings: LdapSettings, name: str, password: str) -> IdentifiedPerson | None:
    """The person with this name and password; None: nobody. Waits for the directory. Raises DirectoryFailed."""
    from ldap3.core.exceptions import (
        LDAPException,
        LDAPInvalidCredentialsResult,
        LDAPNoSuchObjectResult,
        LDAPSizeLimitExceededResult,
    )
    from ldap3.utils.conv import escape_filter_chars

    if not name or not password or "\0" in name + password:  # without a password, a directory accepts anybody
        return None
    try:
        with _connection(settings, settings.search_dn, settings.search_password) as searching:
            wanted = settings.filter.replace("{name}", escape_filter_chars(name))
            attributes = [settings.id_attribute, settings.full_name_attribute]
            searching.search(settings.base, wanted, attributes=attributes, size_limit=2, time_limit=TIMEOUT_S)
            found = [one for one in searching.response or () if one["type"] == "searchResEntry"]
            if len(found) != 1:
                return None
            [entry] = found
            subject = _first(entry, settings.id_attribute)
            if not 0 < len(subject) <= MOST_OF_A_SUBJECT:
                raise DirectoryFailed(f"{entry['dn']} has no {settings.id_attribute}")
            groups = _groups(searching, settings, entry["dn"]) if settings.group_base else []
        try:
            _connection(settings, entry["dn"], password).unbind()
        except LDAPInvalidCredentialsResult:
            return None
    except (LDAPNoSuchObjectResult, LDAPSizeLimitExceededResult):  # nobody, or several people
        return None
    except (LDAPException, OSError, ssl.SSLError) as error:
        raise DirectoryFailed(f"{settings.url}: {type(error).__name__}: {error}") from error
    full_name = _first(entry, settings.full_name_attribute)
    return IdentifiedPerson(settings.url, subject, name, full_name, role_of(settings.roles, {GROUPS: groups}))


def _connection(settings: LdapSettings, dn: str, password: str) -> Any:
    """A connection signed in as `dn`, or anonymously. Raises LDAPException."""
    import ldap3

    parts = urlsplit(settings.url)
    tls = ldap3.Tls(validate=ssl.CERT_REQUIRED, ca_certs_file=settings.ca_file or None)
    is_tls = parts.scheme == "ldaps"
    server = ldap3.Server(
        parts.hostname or "",
        parts.port,
        use_ssl=is_tls,
        tls=tls,
        connect_timeout=TIMEOUT_S,
        get_info=ldap3.NONE,
    )
    connection = ldap3.Connection(
        server,
        user=dn or None,
        password=password or None,
        raise_exceptions=True,
        receive_timeout=TIMEOUT_S,
        auto_referrals=False,  # to servers for which nobody has permitted passwords
    )
    connection.open()
    if not is_tls and (parts.hostname not in LOOPBACK or settings.ca_file):
        connection.start_tls()
    connection.bind()
    return connection


def _groups(connection: Any, settings: LdapSettings, dn: str) -> list[str]:
    """Names of the groups with this member."""
    from ldap3.utils.conv import escape_filter_chars

    wanted = settings.group_filter.replace("{dn}", escape_filter_chars(dn))
    connection.search(
        settings.group_base, wanted, attributes=["cn"], size_limit=MOST_GROUPS, time_limit=TIMEOUT_S
    )
    found = [one for one in connection.response or () if one["type"] == "searchResEntry"]
    return [_text(name) for one in found for name in one["raw_attributes"].get("cn", [])]


def _first(entry: Any, attribute: str) -> str:
    """The first value, ignoring the case of the attribute's name; empty if there is none."""
    return next(
        (
            _text(values[0])
            for name, values in entry["raw_attributes"].items()
            if name.lower() == attribute.lower() and values
        ),
        "",
    )


def _text(value: bytes) -> str:
    """The text, or hexadecimal digits if it is binary, such as an objectGUID."""
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.hex()


class Directory:
    """The directory for the pages: a limited number of requests wait for it at once."""

    def __init__(self, settings: LdapSettings) -> None:
        self.settings = settings
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)
        self._under_way = 0

    async def person(self, name: str, password: str) -> IdentifiedPerson | None:
        """The person, from person_of(). Raises ServiceUnavailableException if very many wait."""
        if self._under_way >= MOST_UNDER_WAY:
            raise ServiceUnavailableException("very many people sign in at the moment")
        self._under_way += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(person_of, self.settings, name, password)
        finally:
            self._under_way -= 1
