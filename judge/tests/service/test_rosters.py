"""Lists of classes as spreadsheets save them: each row becomes a student, or is refused with its line and a reason."""

import codecs
from contextlib import suppress

import pytest

from judge.service.refusals import Unfit
from judge.service.rosters import HEAD_WORDS, Roster, compared, kept, roster_of
from judge.service.table_files import encoding_of, table_of
from judge.store.catalogue_records import Role, User

NAMES = "name;account\nÄnne Müller;anne\nZoë Brûlé;zoe\nJosé Peña;jose\n"
CHINESE = "姓名,账号\n李雷,lilei\n韩梅梅,hanmeimei\n刘翀,liuchong\n张喆,zhangzhe\n"


def students(content: bytes, encoding: str | None = None) -> list[tuple[str, str, str]]:
    roster = roster_of(table_of(content, encoding, HEAD_WORDS))
    return [(one.full_name, one.account, one.number) for one in roster.entries]


EXPORTS = {
    "Moodle, German": (
        "Vorname;Nachname;ID-Nummer;Institution;E-Mail-Adresse\nÄnne;Müller;007;TU;aenne@tu.example\n",
        [("Änne Müller", "aenne", "007")],
    ),
    "Moodle, French": (
        "Prénom,Nom,Numéro d\u2019identification,Adresse de courriel\nZoë,Brûlé,42,zoe@u.example\n",
        [("Zoë Brûlé", "zoe", "42")],
    ),
    "Moodle, Spanish": (
        "Apellido(s),Nombre,Número de ID,Dirección de correo\nPeña,José,77,jose@u.example\n",
        [("José Peña", "jose", "77")],
    ),
    "Moodle, Italian": (
        "Nome,Cognome,Codice identificativo,Indirizzo email\nGiò,Rossi,9,gio@u.example\n",
        [("Giò Rossi", "gio", "9")],
    ),
    "Moodle, marks": (
        'Identifier,"Full name","Email address",Status\n"Participant 17","Anna Bee",anna@u.example,"-"\n',
        [("Anna Bee", "anna", "")],
    ),
    "Canvas": (
        "Student,ID,SIS User ID,SIS Login ID,HW 1 (123)\n    Points Possible,,,,10\n"
        '"Bee, Anna",4711,s123,abee,7\n"Student, Test",99,,,\n',
        [("Bee, Anna", "abee", "s123")],
    ),
    "TUMonline": (
        '"REGISTRATION_NUMBER";"FAMILY_NAME_OF_STUDENT";"FIRST_NAME_OF_STUDENT"\n"0370";"Müller";"Änne"\n',
        [("Änne Müller", "0370", "0370")],
    ),
    "Gradescope": ("First Name,Last Name,Email,SID\nAnna,Bee,ab@u.example,s1\n", [("Anna Bee", "ab", "s1")]),
    "a form": (
        "Timestamp,Email Address,Your full name\n11/28/2026 10:00:00,anna@u.example,Anna Bee\n",
        [("Anna Bee", "anna", "")],
    ),
    "a title above": (
        "Kurs WS 2026;\n;\nNachname;Vorname\nMüller;Änne\n",
        [("Änne Müller", "änne.müller", "")],
    ),
    "addresses alone": ("anna@u.example\nben@u.example\n", [("", "anna", ""), ("", "ben", "")]),
    "pipes": ("name|account\nAnna|anna\n", [("Anna", "anna", "")]),
}


@pytest.mark.parametrize("export", EXPORTS)
def test_exports_of_platforms(export: str) -> None:
    text, expected = EXPORTS[export]
    assert students(text.encode()) == expected


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("ФИО;Логин\nИванов Иван;ivanov\n", "cp1251"),
        ("Imię;Nazwisko;Nr albumu\nŁukasz;Żółć;123\n", "cp1250"),
        ("氏名,学籍番号\n山田太郎,12345\n", "cp932"),
        ("이름,학번\n김민수,2026\n", "cp949"),
        ("姓名,學號\n陳小明,b1234\n林美麗,b1235\n", "big5"),
    ],
)
def test_the_heads_tell_encodings_of_more_countries(text: str, encoding: str) -> None:
    assert students(text.encode(encoding)) == students(text.encode()) != []


def test_what_an_export_has_besides_students_is_named() -> None:
    rows = "Course of 2026,,\nStudent,SIS Login ID,ID\nPoints Possible,,\nAnna,anna,1\nBen,ben,2.02312E+11\n"
    refused = [(one.line, one.why, one.what) for one in roster_of(table_of(rows.encode())).refused]
    assert refused == [
        (1, "row_above_heads", "Course of 2026"),
        (3, "row_not_a_student", "Points Possible"),
        (5, "row_number_damaged", "2.02312E+11"),
    ]


@pytest.mark.parametrize(
    ("text", "encoding", "found"),
    [
        (NAMES, "utf-8", "utf-8"),
        (NAMES, "utf-8-sig", "utf-8-sig"),
        (NAMES, "utf-16", "utf-16"),
        (NAMES, "utf-16-le", "utf-16-le"),
        (NAMES, "utf-16-be", "utf-16-be"),
        (NAMES, "cp1252", "cp1252"),
        (CHINESE, "utf-8", "utf-8"),
        (CHINESE, "gb18030", "gb18030"),
        (CHINESE, "utf-16", "utf-16"),
        ("name\nplain\n", "ascii", "utf-8"),
    ],
)
def test_an_encoding_is_recognized(text: str, encoding: str, found: str) -> None:
    content = text.encode(encoding)
    assert encoding_of(content) == found
    assert students(content) == students(text.encode())
    assert "name" not in [name for name, _, _ in students(content)], "the head is no student"


def test_an_encoding_can_be_chosen_and_what_is_none_is_refused_with_its_line() -> None:
    assert students("name\n李雷\n".encode("gb18030"), "gb18030") == [("李雷", "李雷", "")]
    with pytest.raises(Unfit) as refused:
        table_of("name\nanne\nZoë\n".encode("cp1252"), "utf-8")
    assert (refused.value.key, refused.value.values["line"]) == ("table_encoding", 3)


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("said", [True, False])
def test_separators_and_ends_of_lines(separator: str, end: str, said: bool) -> None:
    rows = [["name", "account", ""], ["O'Neil, Ann; B.", "ann", ""], ["", "", ""], ["Ben", "ben", ""], []]
    text = end.join(separator.join(f'"{cell}"' if cell else "" for cell in row) for row in rows) + end * 3
    if said and end != "\r":
        text = f"sep={separator}{end}{text}"
    assert students(text.encode()) == [("O'Neil, Ann; B.", "ann", ""), ("Ben", "ben", "")]


def test_a_number_keeps_its_zeros_and_a_line_break_in_quotes_ends_no_row() -> None:
    text = 'Name;Matrikelnummer\n"Anna\nLena\u00a0 Maria";00123\nBen;="00124"\nEve;\'0125\n\nCarl\n'
    table = table_of(text.encode())
    assert [row.line for row in table.rows] == [1, 2, 4, 5, 7]
    assert students(text.encode()) == [
        ("Anna Lena Maria", "00123", "00123"),
        ("Ben", "00124", "00124"),
        ("Eve", "0125", "0125"),
        ("Carl", "carl", ""),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna B,anna,1\n", ("Anna B", "anna", "1")),
        ("Anna B\n", ("Anna B", "anna.b", "")),
        ("First name,Last name,E-mail\nAnna,B,anna.b@uni.example\n", ("Anna B", "anna.b", "")),
        ("Nachname;Vorname;Benutzername\nB;Anna;ab\n", ("Anna B", "ab", "")),
        ("姓,名,学号\n李,雷,7\n", ("李雷", "7", "7")),
        ("Nachname;Vorname\n山田;太郎\n", ("山田太郎", "山田太郎", "")),
        ("Last name,First name\n김,민수\n", ("김민수", "김민수", "")),
        ("Last name,First name\n李,Anna\n", ("Anna 李", "anna.李", "")),
        ("学号,姓名\n20260001,李雷\n", ("李雷", "20260001", "20260001")),
        (" NAME : , Account \nAnna,anna\n", ("Anna", "anna", "")),
    ],
)
def test_columns_are_found_by_their_heads(text: str, expected: tuple[str, str, str]) -> None:
    assert students(text.encode()) == [expected]


def test_each_row_that_cannot_be_taken_is_named() -> None:
    rows = [
        "name,account",
        "Anna,anna",
        "Twice,ANNA",
        "Bad,a b",
        ",,x",
        "x" * 201 + ",long",
        "\u202eevil,evil",
    ]
    roster = roster_of(table_of("\n".join(rows).encode()))
    assert [one.account for one in roster.entries] == ["anna"]
    assert [(one.line, one.why) for one in roster.refused] == [
        (3, "row_twice"),
        (4, "row_account_malformed"),
        (5, "row_without_name"),
        (6, "row_name_malformed"),
        (7, "row_name_malformed"),
    ]


@pytest.mark.parametrize(
    ("content", "key"),
    [
        (b"", "table_empty"),
        (b"PK\x03\x04\x14\0\x06\0", "table_is_workbook"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "table_is_workbook"),
        (b" , \n,\n", "table_empty"),
        (b"name\n" + b"x\n" * 5001, "table_too_long"),
        (b"x" * (1 << 20) + b"x", "table_too_large"),
        (b'name\nok\n"open\nmore\n', "table_malformed"),
        (b'name\n"a"b\n', "table_malformed"),
    ],
)
def test_what_is_no_table_is_refused(content: bytes, key: str) -> None:
    with pytest.raises(Unfit) as refused:
        table_of(content)
    assert refused.value.key == key
    if key == "table_malformed":
        assert refused.value.values["line"] in (2, 3)


def test_junk_is_refused_or_read_and_never_worse() -> None:
    for content in (codecs.BOM_UTF16_LE + b"x", b"\0\0\0", bytes(range(256)), b"sep=", b"\xff\xfe", b'"'):
        with suppress(Unfit):
            roster_of(table_of(content))


def test_what_is_there_already_is_told_and_neither_staff_nor_who_has_left_is_a_student() -> None:
    roster = roster_of(table_of(b"name,account\nA,anna\nB,BEN\nC,chief\nD,dan\nE,eve\n"))
    known = {
        "anna": User("anna", "a", id=1),
        "BEN": User("ben", "Benjamin", id=2),
        "chief": User("chief", role=Role.JURY, id=3),
        "eve": User("eve", is_active=False, id=4),
    }
    found = compared(roster, known, [2])
    told = [(one.account, one.has_account, one.is_member, one.known_name) for one in found.entries]
    assert told == [("anna", True, False, ""), ("ben", True, True, "Benjamin"), ("dan", False, False, "")]
    assert [(one.line, one.why) for one in found.refused] == [
        (4, "row_not_a_student"),
        (6, "row_not_a_student"),
    ]


def test_what_the_preview_keeps_reads_as_the_same_entries() -> None:
    names = ["Anna, B;", '"Ben" said', "'=1", "number", "李 雷"]
    cells = [name.replace('"', '""') for name in names]
    text = "name\taccount\n" + "\n".join(f'"{cell}"\tx{place}' for place, cell in enumerate(cells))
    roster: Roster = roster_of(table_of(text.encode()))
    again = roster_of(table_of(kept(roster).encode()))
    pairs = [[(one.full_name, one.account, one.number) for one in of.entries] for of in (roster, again)]
    assert len(pairs[0]) == len(names)
    assert pairs[0] == pairs[1]
