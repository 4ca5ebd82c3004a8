"""The students of a class, from a table: who is who, and which rows are unacceptable and why."""

import csv
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence

from msgspec import Struct

from judge.base.records import replace
from judge.service.mail_server import is_address
from judge.service.table_files import Table, TableRow
from judge.store.catalogue_records import Role, User

ACCOUNT = re.compile(r"\w(?:[\w.\-]{0,38}\w)?")
"""An account's name: letters of any script and digits, separated by . - _"""
EAST_ASIAN = re.compile(
    r"[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]+"
)
MOST_OF_A_NAME = 200
MOST_OF_A_NUMBER = 100
MOST_STUDENTS = 2000
HEADS: Mapping[str, Sequence[str]] = {
    "full": (
        "name|full name|fullname|student|student name|display name|姓名|名字|学生姓名|学生|vollständiger name"
        "|nom complet|nombre completo|nome completo|氏名|your name|your full name|이름|фио".split("|")
    ),
    "first": (
        "first name|firstname|given name|forename|vorname|prénom|prenom|nombre|nome|名|first name(s)|imię|имя"
        "|first name of student".split("|")
    ),
    "last": (
        "last name|lastname|surname|family name|nachname|nom|nom de famille|apellidos|apellido(s)|cognome|姓"
        "|nazwisko|фамилия|family name of student".split("|")
    ),
    "account": (
        "account|user|username|user name|login|login id|sis login id|userid|user id|benutzername|anmeldename"
        "|identifiant|usuario|用户名|账号|帐号|帳號|登录名|логин".split("|")
    ),
    "number": (
        "sis user id|number|student number|student id|sid|id number|student no|student no.|matriculation number"
        "|registration number|matrikelnummer|matr.-nr.|matrnr|id-nummer|numéro|numéro d'identification|n° étudiant"
        "|número de id|codice identificativo|nr albumu|学号|學號|编号|考号|学籍番号|학번|org defined id|id".split(
            "|"
        )
    ),
    "mail": (
        "mail|email|e-mail|email address|e-mail address|e-mail-adresse|邮箱|电子邮箱|电子邮件|courriel"
        "|adresse de courriel|adresse e-mail|dirección de correo|indirizzo email".split("|")
    ),
}
"""The headings of columns in platforms' exports and in lists that people write. The earlier one counts if two columns
match."""
HEAD_WORDS = frozenset(word for words in HEADS.values() for word in words)
ROWS_ABOVE = 5
"""The most titles and blank lines above the headings."""
NOT_STUDENTS = ("points possible", "student, test", "test student")
"""Rows that Canvas adds."""
DAMAGED = re.compile(r"\d[.,]\d+E\+\d+")
"""A spreadsheet's form of a long number."""
IN_ORDER = ("full", "account", "number")
"""The columns of a table whose first row is not a heading."""


class Entry(Struct, frozen=True):
    """A student to be enrolled."""

    line: int
    account: str
    full_name: str
    number: str
    mail: str = ""
    """An address for a new account; empty: none is known."""
    has_account: bool = False
    """Whether an account of this name exists."""
    is_member: bool = False
    known_name: str = ""
    """The account's name, which a list does not change; empty: it has none, or the one in the list."""


class RefusedRow(Struct, frozen=True):
    line: int
    why: str
    """A key of the front end's texts."""
    what: str
    """The faulty text."""


class Roster(Struct, frozen=True):
    entries: tuple[Entry, ...]
    refused: tuple[RefusedRow, ...]


def roster_of(table: Table) -> Roster:
    """Each row is an entry, or refused with a reason; none is skipped silently."""
    above, heads = _heads_of(table)
    rows = table.rows[above + 1 :] if heads else table.rows
    places = heads or {name: index for index, name in enumerate(IN_ORDER)}
    entries: dict[str, Entry] = {}
    refused = [
        RefusedRow(row.line, "row_above_heads", " ".join(filter(None, row.cells))[:MOST_OF_A_NAME])
        for row in table.rows[:above]
    ]
    for row in rows:
        found = _entry(row, places)
        if isinstance(found, Entry):
            same = entries.get(found.account.lower())
            if same is not None:
                found = RefusedRow(row.line, "row_twice", f"{found.account}: {same.line}")
            elif len(entries) >= MOST_STUDENTS:
                found = RefusedRow(row.line, "row_too_many", str(MOST_STUDENTS))
        if isinstance(found, Entry):
            entries[found.account.lower()] = found
        else:
            refused.append(found)
    return Roster(tuple(entries.values()), tuple(refused))


def _heads_of(table: Table) -> tuple[int, dict[str, int]]:
    """The number of rows above the headings, and the columns; no columns: the first row is a student already."""
    found = [_heads(row) for row in table.rows[:ROWS_ABOVE]]
    above = next((index for index, heads in enumerate(found) if len(heads) > 1), 0)
    return above, found[above]


def _heads(row: TableRow) -> dict[str, int]:
    words = [cell.casefold().replace("\u2019", "'").replace("_", " ").strip(" :*") for cell in row.cells]
    return {
        name: words.index(word)
        for name, known in HEADS.items()
        if (word := next((word for word in known if word in words), None))
    }


def _entry(row: TableRow, places: Mapping[str, int]) -> Entry | RefusedRow:
    def cell(name: str) -> str:
        index = places.get(name)
        return row.cells[index] if index is not None and index < len(row.cells) else ""

    number = _as_text(cell("number"))
    full_name = cell("full") or _joined(cell("first"), cell("last"))
    mail = cell("mail")
    if is_address(full_name) and not mail:
        full_name, mail = "", full_name
    account = _as_text(cell("account")) or _account_from(mail, number, full_name)
    if full_name.casefold() in NOT_STUDENTS:
        return RefusedRow(row.line, "row_not_a_student", full_name)
    if damaged := next((text for text in (number, account) if DAMAGED.fullmatch(text)), None):
        return RefusedRow(row.line, "row_number_damaged", damaged)
    if not (full_name or cell("account") or number or mail):
        return RefusedRow(row.line, "row_without_name", " ".join(row.cells)[:MOST_OF_A_NAME])
    for text, most in ((full_name, MOST_OF_A_NAME), (number, MOST_OF_A_NUMBER)):
        if len(text) > most or not text.isprintable():
            return RefusedRow(row.line, "row_name_malformed", text[:MOST_OF_A_NAME])
    if not ACCOUNT.fullmatch(account):
        return RefusedRow(row.line, "row_account_malformed", account[:MOST_OF_A_NAME] or full_name)
    return Entry(row.line, account, full_name, number, mail if is_address(mail) else "")


def _joined(first: str, last: str) -> str:
    """The full name; the family name comes first, without a space, if both are in Chinese, Japanese or Korean
    characters."""
    if first and last and EAST_ASIAN.fullmatch(first + last):
        return last + first
    return " ".join(filter(None, (first, last)))


def _as_text(cell: str) -> str:
    """The text without what keeps Excel from taking it for a number: ="00123" and '00123."""
    if cell.startswith('="') and cell.endswith('"'):
        return cell[2:-1]
    return cell.removeprefix("'")


def _account_from(mail: str, number: str, full_name: str) -> str:
    """An account name for a student without one."""
    local = mail.partition("@")[0] if "@" in mail else ""
    for text in (local, number, full_name):
        parts = re.findall(r"\w+", unicodedata.normalize("NFKC", text))
        if parts:
            return ".".join(parts).lower()[:40].strip(".")
    return ""


def compared(roster: Roster, known: Mapping[str, User], members: Sequence[int]) -> Roster:
    """The roster compared with existing data. Staff is not enrolled by a table: its accounts are not students'."""
    entries, refused = [], list(roster.refused)
    for one in roster.entries:
        user = known.get(one.account)
        if user is None:
            entries.append(one)
        elif user.role is not Role.TEAM or not user.is_active:
            refused.append(RefusedRow(one.line, "row_not_a_student", one.account))
        else:
            entries.append(
                # An account's owner controls its address: a list that could change it would be a way into the account.
                replace(
                    one,
                    account=user.name,
                    mail="",
                    has_account=True,
                    is_member=user.id in set(members),
                    known_name=user.full_name
                    if user.full_name.casefold() != one.full_name.casefold()
                    else "",
                )
            )
    return Roster(tuple(entries), tuple(sorted(refused, key=lambda one: one.line)))


def kept(roster: Roster) -> str:
    """The form's hidden data between preview and writing: a table that reads as the same entries."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter="\t", lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(("name", "account", "number", "mail"))
    writer.writerows((one.full_name, one.account, one.number, one.mail) for one in roster.entries)
    return f"sep=\t\n{text.getvalue()}"
