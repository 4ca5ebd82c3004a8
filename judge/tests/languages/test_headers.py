"""A header that is compiled once: used where it may be, and never the cause of another program or verdict."""

import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from judge.base.records import replace
from judge.languages.compile import Compiled, compile_submission
from judge.languages.headers import begins_with_header, header_folder
from judge.languages.language import Language
from judge.languages.table import language_of
from judge.problems.model import Limits
from judge.project.host import JudgeHost

pytestmark = pytest.mark.built

CPP = language_of("x.cpp")
SMALL = replace(CPP, precompiled_header="cstdio")
"""C++ with a header that takes a moment to compile."""
PLAIN = replace(CPP, precompiled_header=None)
TELLS_HEADERS = replace(SMALL, compile=(*CPP.compile, "-H"))
"""Its messages begin with each header that was read, "!" before one that was compiled already."""
HELLO = '#include <cstdio>\nint main() { puts("hello"); }\n'
BAD = "#include <cstdio>\nint main() { return nothing; }\n"


def compiled(tree: JudgeHost, source: str, language: Language = SMALL) -> Compiled:
    return compile_submission(tree, source, "mine.cpp", language, Limits())


def program(tree: JudgeHost, source: str, language: Language) -> bytes:
    made = compiled(tree, source, language)
    assert made.error is None, made.error
    file = Path(made.command[0])
    content = file.read_bytes()
    shutil.rmtree(file.parent)  # so that it is compiled the next time, too
    return content


@pytest.mark.parametrize(
    "source",
    [
        "#include <cstdio>",
        "#include<cstdio>\n",
        "\n\n  # include <cstdio>\n",
        "// a * b / c\n/* more\n * of it **/ #include <cstdio>\n",
        "/**/#include <cstdio> // that",
    ],
)
def test_a_source_that_begins_with_it(source: str) -> None:
    assert begins_with_header(SMALL, source)
    assert not begins_with_header(CPP, source), "another header"
    assert not begins_with_header(PLAIN, source)


@pytest.mark.parametrize(
    "source",
    [
        "",
        '#include "cstdio"\n',
        "#include <vector>\n#include <cstdio>\n",
        '#pragma GCC optimize("O3")\n#include <cstdio>\n',
        "#define _GLIBCXX_DEBUG\n#include <cstdio>\n",
        "int x;\n#include <cstdio>\n",
        "// #include <cstdio>\n",
        "/* #include <cstdio> */\n",
        "// this line goes on \\\n#include <cstdio>\n#define NDEBUG\n",
        "/* *\\\n/ #define NDEBUG \n/**/\n#include <cstdio>\n",
        " " * 100_000 + "x",
        "/*" * 50_000,
    ],
)
def test_a_source_that_begins_with_something_else(source: str) -> None:
    assert not begins_with_header(SMALL, source)


def test_it_is_read_compiled(fresh_tree: JudgeHost) -> None:
    with_it = compiled(fresh_tree, BAD, TELLS_HEADERS).error or ""
    assert "cstdio.gch" in with_it.splitlines()[0]
    assert with_it.startswith("! ")
    without = compiled(fresh_tree, f"int x;\n{BAD}", TELLS_HEADERS).error or ""
    assert ".gch" not in without
    assert without.startswith(". ")


SAME = {
    "ten lines": (
        "int main() { std::vector<long> v(9); std::sort(v.begin(), v.end()); std::cout << v[0] << std::endl; }"
    ),
    "pragmas and more headers": (
        '#pragma GCC optimize("O3,unroll-loops")\n#pragma GCC target("avx2")\n'
        "#include <ext/pb_ds/assoc_container.hpp>\n"
        "int main() { __gnu_pbds::gp_hash_table<int, int> t; for (int i; std::cin >> i;) t[i] += __COUNTER__;"
        " assert(t.size()); std::cout << __FILE__ << __LINE__; }"
    ),
}


@pytest.mark.slow
@pytest.mark.usefixtures("common_headers")
def test_the_program_is_the_same_to_the_byte(fresh_tree: JudgeHost) -> None:
    for name, rest in SAME.items():  # with the same header, which takes seconds to compile
        source = f"#include <bits/stdc++.h>\n{rest}\n"
        assert program(fresh_tree, source, CPP) == program(fresh_tree, source, PLAIN), name


def test_of_judges_that_want_it_at_once_one_makes_it(
    fresh_tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    with ThreadPoolExecutor(4) as threads:
        folders = [*threads.map(lambda _: header_folder(fresh_tree, SMALL, HELLO), range(8))]
    [folder] = set(folders)
    assert folder
    assert [path.name for path in folder.rglob("*")] == ["cstdio.gch"]
    assert capsys.readouterr().err.count("compiling <cstdio>, once") == 1


def test_other_options_and_another_system_have_one_of_their_own(
    fresh_tree: JudgeHost, tmp_path: Path
) -> None:
    installed = tmp_path / "status"
    installed.write_text("one package")
    first = header_folder(fresh_tree, SMALL, HELLO, system=[installed])
    assert header_folder(fresh_tree, SMALL, HELLO, system=[installed]) == first
    installed.write_text("two packages")
    second = header_folder(fresh_tree, SMALL, HELLO, system=[installed])
    third = header_folder(fresh_tree, TELLS_HEADERS, HELLO, system=[installed])
    assert len({first, second, third}) == 3


def test_those_that_nobody_used_for_long_are_removed(fresh_tree: JudgeHost, tmp_path: Path) -> None:
    system = [tmp_path / "one"]
    first = header_folder(fresh_tree, SMALL, HELLO, system=system)
    second = header_folder(fresh_tree, TELLS_HEADERS, HELLO, system=system)
    assert first
    assert second
    os.utime(first, (0, 0))
    header_folder(fresh_tree, replace(SMALL, precompiled_header="cstring"), "#include <cstring>\n")
    assert not first.exists()
    assert second.exists()


def test_what_the_compiler_rejects_is_not_tried_again(
    fresh_tree: JudgeHost, capsys: pytest.CaptureFixture[str]
) -> None:
    language = replace(CPP, precompiled_header="no/such/header.h")
    for _ in range(2):
        made = compiled(fresh_tree, "#include <no/such/header.h>\n", language)
        assert "mine.cpp:1:10: fatal error: no/such/header.h: No such file" in (made.error or "")
    assert capsys.readouterr().err.count("compiling <no/such/header.h>") == 1


@pytest.mark.parametrize("left", [0, 5, 0.5])
def test_a_damaged_one_does_no_harm(fresh_tree: JudgeHost, left: float) -> None:
    folder = header_folder(fresh_tree, SMALL, HELLO)
    assert folder
    [file] = folder.rglob("*.gch")
    content = file.read_bytes()
    file.write_bytes(content[: left if isinstance(left, int) else int(len(content) * left)])
    assert compiled(fresh_tree, HELLO).error is None


@pytest.mark.parametrize("name", ["a:b", "a-file"])
def test_without_a_place_for_it_everything_compiles(
    fresh_tree: JudgeHost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "a-file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / name))
    assert header_folder(fresh_tree, SMALL, HELLO) is None
    assert compiled(fresh_tree, HELLO).error is None


def test_no_message_names_its_folder(fresh_tree: JudgeHost, state: Path) -> None:
    error = compiled(fresh_tree, BAD).error or ""
    assert "mine.cpp:2:21: error:" in error
    assert str(state) not in error
