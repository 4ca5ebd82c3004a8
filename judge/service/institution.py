"""Signing in by an institution: the administrator's settings, and the account that follows from what the institution
says.

The file contains secrets, so only its owner may read it. Roles come only from its rules: a statement of the
institution that no rule names gives no role.
"""

import re
import stat
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of
from judge.base.records import Record, converted
from judge.base.web_addresses import LOOPBACK
from judge.service.rosters import ACCOUNT, MOST_OF_A_NAME
from judge.store.catalogue_records import Role, User

MOST_BYTES = 64 << 10
MOST_OF_A_SUBJECT = 255
"""The most characters, by OpenID Connect."""
RANK = (Role.TEAM, Role.TEACHER, Role.JURY, Role.ADMIN)
"""The order of roles: of the rules that apply to somebody, the one with the highest role counts."""
NAMELESS = "user"


class RoleRule(Record, frozen=True, forbid_unknown_fields=True):
    """A role for everyone who has this value."""

    value: str
    role: Role
    claim: str = "groups"
    """The claim of OpenID Connect, under the institution's name; for a directory it is always a group's name."""


class OidcSettings(Record, frozen=True, forbid_unknown_fields=True):
    """OpenID Connect: the judge as a client of the institution's provider."""

    title: str
    """The button's text."""
    issuer: str
    client_id: str
    client_secret: str = ""
    scopes: tuple[str, ...] = ("openid", "profile")
    name_claim: str = "preferred_username"
    """The claim that becomes the name of a new account."""
    roles: tuple[RoleRule, ...] = ()


class LdapSettings(Record, frozen=True, forbid_unknown_fields=True):
    """A directory: the judge signs in there as the user."""

    title: str
    url: str
    """ldaps://HOST, or ldap://HOST with StartTLS; without encryption only on this machine."""
    base: str
    """Where users are looked for."""
    filter: str = "(uid={name})"
    search_dn: str = ""
    """The entry that searches for them; empty: anonymous."""
    search_password: str = ""
    id_attribute: str = "entryUUID"
    """The attribute that is never reassigned to anybody else."""
    full_name_attribute: str = "cn"
    group_base: str = ""
    """Where groups are looked for; empty: nowhere."""
    group_filter: str = "(member={dn})"
    ca_file: str = ""
    """The trusted certificates; empty: this machine's."""
    roles: tuple[RoleRule, ...] = ()


class Institution(Record, frozen=True, forbid_unknown_fields=True):
    oidc: OidcSettings | None = None
    ldap: LdapSettings | None = None


def read_institution(file: Path) -> Institution:
    """Raises JudgeError for a file that others may read, or that is contradictory."""
    mode = file.stat().st_mode if file.exists() else 0
    if mode and stat.S_IMODE(mode) & 0o077:
        raise JudgeError(f"{file} can be read by others, and holds secrets: chmod 600 {file}")
    try:
        found = converted(tomllib.loads(content_of(file, MOST_BYTES).decode()), Institution)
    except (tomllib.TOMLDecodeError, UnicodeError, msgspec.ValidationError) as error:
        raise JudgeError(f"{file}: {error}. docs/serve.md shows such a file.") from error
    for fault in _faults(found):
        raise JudgeError(f"{file}: {fault}. docs/serve.md shows such a file.")
    return found


def _faults(found: Institution) -> list[str]:
    faults = []
    if found.oidc is None and found.ldap is None:
        faults.append("expected a table [oidc] or [ldap]")
    if found.oidc and not is_private(found.oidc.issuer, ("https",), ("http",)):
        faults.append(f"issuer {found.oidc.issuer}: expected https://...")
    if found.oidc and "openid" not in found.oidc.scopes:
        faults.append("scopes: expected openid among them")
    if found.ldap:
        if not is_private(found.ldap.url, ("ldaps", "ldap"), ()):
            faults.append(f"url {found.ldap.url}: expected ldaps://HOST or ldap://HOST")
        if found.ldap.filter.count("{name}") != 1:
            faults.append("filter: expected {name} once")
        if found.ldap.group_base and "{dn}" not in found.ldap.group_filter:
            faults.append("group_filter: expected {dn}")
    rules = [rule for one in (found.oidc, found.ldap) if one for rule in one.roles]
    faults += [f"roles: {rule.role} is not a role of an account" for rule in rules if rule.role not in RANK]
    return faults


def is_private(url: str, schemes: Sequence[str], on_this_machine: Sequence[str]) -> bool:
    """Whether it is an address with one of these schemes; some are permitted only on this machine."""
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return False
    return bool(host) and (parts.scheme in schemes or (host in LOOPBACK and parts.scheme in on_this_machine))


class IdentifiedPerson(Record, frozen=True):
    """A person as the institution knows them."""

    issuer: str
    subject: str
    """The issuer's permanent identifier of this person."""
    name: str
    full_name: str = ""
    role: Role | None = None
    """None: no rule is about roles, so an existing role stays."""

    def as_user(self) -> User:
        """The user at their first sign-in."""
        return User(account_name(self.name), _shown(self.full_name), self.role or Role.TEAM)


def role_of(rules: Sequence[RoleRule], has: Mapping[str, Any]) -> Role | None:
    """The role that follows from the institution's claims. None: there are no rules."""
    if not rules:
        return None
    held = [rule.role for rule in rules if rule.value in _values(has.get(rule.claim))]
    return max(held, key=RANK.index, default=Role.TEAM)


def _values(claim: Any) -> list[str]:
    """Whole values: a part of a name is not a group."""
    if isinstance(claim, str):
        return [claim]
    return [one for one in claim if isinstance(one, str)] if isinstance(claim, list | tuple) else []


def account_name(said: str) -> str:
    """A permitted account name, as close as possible to the institution's."""
    name = unicodedata.normalize("NFKC", said).partition("@")[0]
    name = re.sub(r"[^\w.\-]+", "-", name)[:30].strip("-._")
    return name if ACCOUNT.fullmatch(name) else NAMELESS


def _shown(full_name: str) -> str:
    return "".join(one for one in full_name if one.isprintable())[:MOST_OF_A_NAME].strip()
