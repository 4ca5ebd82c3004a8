"""Messages of compilers and the emulated GPU at the lines that they name, in the files that were submitted."""

import pytest

from judge.base.records import replace
from judge.judging.findings import Finding
from judge.reports.judged import solution_detail
from judge.store.records import FileRecord
from judge.tests.measured import passed, result_of
from judge.web import sources
from judge.web.sources import Message, messages_of, shown_sources

GCC = """\
mine.cpp: In function 'int main()':
mine.cpp:5:32: error: 'colums' was not declared in this scope; did you mean 'columns'?
    5 |     scanf("%d %d", &rows, &colums);
mine.cpp:6:16: error: expected ';' before '}' token
/usr/include/c++/12/bits/stl.h:9:1: note: not yours
"""
JAVA = "Main.java:3: error: ';' expected\n    int a = 1\n             ^\n1 error\n"
PYTHON = "  File \"mine.py\", line 2\n    print(1\n         ^\nSyntaxError: '(' was never closed\n"
PASCAL = 'mine.pas(4,10) Fatal: Syntax error, ";" expected\n'
RUST = "error[E0425]: cannot find value `x` in this scope\n --> mine.rs:7:5\n"


@pytest.mark.parametrize(
    ("name", "said", "lines"),
    [
        ("mine.cpp", GCC, {5: "colums", 6: "expected ';'"}),
        ("Main.java", JAVA, {3: "';' expected"}),
        ("mine.py", PYTHON, {2: "never closed"}),
        ("mine.pas", PASCAL, {4: "Syntax error"}),
        ("mine.rs", RUST, {7: "cannot find value"}),
        ("other.cpp", GCC, {}),
        ("mine.cpp", "no place at all\n" * 3, {}),
    ],
)
def test_places_of_compilers(name: str, said: str, lines: dict[int, str]) -> None:
    found = messages_of([FileRecord(name, b"")], {"compile_error": said}).get(name, {})
    assert found.keys() == lines.keys()
    for line, words in lines.items():
        assert words in found[line][0].text


def test_a_message_stands_once_at_its_line_and_one_beyond_the_end_at_the_last() -> None:
    detail = {
        "compile_error": "mine.cpp:1:1: error: one\nmine.cpp:1:1: error: one\nmine.cpp:9:1: error: beyond\n",
        "findings": [{"kind": "race", "file": "mine.cpp", "line": 2, "what": "two threads"}],
    }
    [source] = shown_sources([FileRecord("mine.cpp", b"a;\nb;\n")], detail)
    assert [[one.text for one in line.messages] for line in source.lines] == [
        ["one"],
        ["two threads", "beyond"],
    ]
    assert source.lines[1].messages[0] == Message("race", "two threads", 2)


def test_a_hostile_message_is_read_in_no_time() -> None:
    said = "a" * 50_000 + "\n" + ":" * 50_000 + "\n" + ("x:" * 20_000) + "\n" + "mine.cpp:1:1: error: found\n"
    [[message]] = messages_of([FileRecord("mine.cpp", b"")], {"compile_error": said})["mine.cpp"].values()
    assert message == Message("error", "found", 1)


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        pytest.param(b"1+" * 60_000, 1, id="a line of many words"),
        pytest.param(b"\n" * 60_000 + b"last", 60_001, id="blank lines, quadratic for the lexer"),
    ],
)
def test_a_hostile_source_is_shown_in_no_time(
    monkeypatch: pytest.MonkeyPatch, content: bytes, lines: int
) -> None:
    monkeypatch.setattr(sources, "HIGHLIGHTED_WITHIN_S", 0.1)
    [source] = shown_sources([FileRecord("mine.cpp", content)], {})
    assert len(source.lines) == lines
    assert "\n".join(line.code.striptags() for line in source.lines) == content.decode()


def test_a_very_long_line_is_shown_plain_and_those_around_it_are_highlighted() -> None:
    long = "1+" * 1001
    [source] = shown_sources([FileRecord("mine.py", f"x = 1\n{long}\ny = 2\n".encode())], {})
    assert source.lines[1].code == long
    assert all("<span" in source.lines[at].code for at in (0, 2))


def test_what_is_not_highlighted_in_time_is_shown_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [FileRecord("mine.py", b"x = 1\ny = 2\n")]
    [in_time] = shown_sources(files, {})
    monkeypatch.setattr(sources, "HIGHLIGHTED_WITHIN_S", -1.0)
    [late] = shown_sources(files, {})
    assert "<span" in in_time.lines[0].code
    assert [line.code for line in late.lines] == ["x = 1", "y = 2"]


@pytest.mark.parametrize(
    ("name", "is_highlighted"),
    [
        ("mine.py", True),
        ("mine.F08", True),
        ("mine.cuh", True),
        ("CMakeLists.txt", False),
        ("mine.tex", False),
    ],
)
def test_only_sources_of_the_judges_languages_are_highlighted(name: str, is_highlighted: bool) -> None:
    [source] = shown_sources([FileRecord(name, b"set(x 1) \\begin{x} if 1")], {})
    assert ("<span" in source.lines[0].code) is is_highlighted


def test_a_source_is_shown_whole_whatever_it_holds() -> None:
    content = b'print("<b>\\n\xff\xfe")\n\n\x00\x1b[2J\n\xe2\x80\xae#\r\nlast'
    [source] = shown_sources([FileRecord("mine.py", content)], {})
    text = [line.code.striptags() for line in source.lines]
    assert len(text) == 5
    assert text[-1] == "last"
    assert all("<b>" not in str(line.code) and "\u202e" not in str(line.code) for line in source.lines)


def test_what_is_too_long_is_cut_and_said_so() -> None:
    [source] = shown_sources([FileRecord("mine.txt", b"x" * ((1 << 20) + 5))], {})
    assert source.left_out == 5


def test_what_the_emulated_gpu_found_is_said_at_its_line() -> None:
    found = Finding("race", "two threads write", "mine.cu", 7, "add", (0, 0, 0), (1, 0, 0))
    result = result_of("accepted/mine.cu", replace(passed(5, [1]), findings=(found,)), solver=False)
    [message] = messages_of([FileRecord("mine.cu", b"")], solution_detail(result))["mine.cu"][7]
    assert message == Message("race", found.what, 7)
    assert "two threads write" in message.text


def test_both_accesses_of_a_race_stand_at_their_lines() -> None:
    found = Finding(
        "global-memory-race", "write, which thread (1, 0, 0) writes at mine.cu:2, x", "mine.cu", 7, "add"
    )
    result = result_of("accepted/mine.cu", replace(passed(5, [1]), findings=(found,)), solver=False)
    lines = messages_of([FileRecord("mine.cu", b"")], solution_detail(result))["mine.cu"]
    assert {line: [one.first_line for one in said] for line, said in lines.items()} == {7: [None], 2: [7]}
