"""Submissions that are folders: files of one language that belong together."""

import os
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.judging.evaluate import judge
from judge.judging.job import Job
from judge.judging.results import Result
from judge.judging.solutions import submission
from judge.judging.stored import stored_submissions
from judge.languages.sources import digest, language_of_folder, read_folder
from judge.languages.table import emulated_language, language_of
from judge.problems.formats.own import load_problem
from judge.problems.test_cases import load_test_cases
from judge.project.host import JudgeHost
from judge.tests.judging.test_devices import DOUBLE

pytestmark = pytest.mark.built

CPP = {
    "main.cpp": '#include <iostream>\n#include "twice.h"\n'
    "int main() { long n; std::cin >> n; std::cout << twice(n); }\n",
    "twice.h": "long twice(long n);\n",
    "parts/twice.cc": '#include "../twice.h"\nlong twice(long n) { return 2 * n; }\n',
}
C = {
    "main.c": "#include <stdio.h>\nlong twice(long);\n"
    'int main(void) { long n; scanf("%ld", &n); printf("%ld", twice(n)); }\n',
    "twice.c": "long twice(long n) { return 2 * n; }\n",
}
PYTHON = {
    "__main__.py": "from numbers_of.twice import twice\nprint(twice(int(input())))\n",
    "numbers_of/__init__.py": "",
    "numbers_of/twice.py": "def twice(n):\n    return 2 * n\n",
}
TWICE_IN_PYTHON = "print(2 * int(input()))\n"
KERNEL = "__global__ void twice(long long* n) { *n *= 2; }\n"
CUDA = {
    "main.cu": DOUBLE.replace(KERNEL, '#include "parts/twice.cuh"\n'),
    "parts/twice.cuh": KERNEL,
}
UNIT = "unit twice;\ninterface\nfunction of_it(n: int64): int64;\nimplementation\nend.\n"
PARTS = {
    "a unit, first by name": ("pascal", {"a.pp": UNIT, "z.pas": "program it;\nuses a;\n"}, "z.pas"),
    "behind comments": (
        "pascal",
        {"a.pas": "{ (* }\n(* { *) // \n\t" + UNIT, "z.pas": "begin end."},
        "z.pas",
    ),
    "a library": ("pascal", {"a.pas": "Library a;", "b.pas": "uses a; begin end."}, "b.pas"),
    "in a comment": ("pascal", {"a.pas": "{ unit a; } begin end.", "b.pas": UNIT}, "a.pas"),
    "two programs": ("pascal", {"a.pas": "begin end.", "b.pas": "begin end.", "c.pas": UNIT}, "a.pas"),
    "units alone": ("pascal", {"a.pas": UNIT, "b.pas": UNIT}, "a.pas"),
    "the name that is preferred": ("pascal", {"a.pas": "begin end.", "main.pas": "begin end."}, "main.pas"),
    "no units": ("python3", {"b.py": "unit a;", "a.py": ""}, "a.py"),
}
"""Files of a language, and which of them starts where the first does by name."""
WITHOUT_START = {"a.py": PYTHON["__main__.py"], "b.py": "print(1)\n"}


needs_emulator = pytest.mark.skipif(
    bool(emulated_language(None).missing_tools), reason="the emulated device is not built"
)


def folder_of(place: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text)
    return place


def judged(tree: JudgeHost, files: dict[str, str], language: str | None = None) -> Result:
    folder = folder_of(tree.installation.root / "mine", files)
    problem = load_problem(tree.installation.problems / "double")
    read = read_folder(folder, "mine", problem.limits.code_bytes)
    solution = submission(tree, problem, read, "mine", language_id=language)
    return judge(tree, Job(solution, load_test_cases(tree.installation, problem)), [[]])


@pytest.mark.parametrize("case", PARTS)
def test_a_part_of_others_is_not_where_a_program_starts(case: str) -> None:
    language_id, files, starts = PARTS[case]
    language = language_of("it", language_id)
    assert (language.first_to_start(files) or language.starting_file(files)) == starts


@pytest.mark.parametrize(
    "files",
    [
        CPP,
        C,
        PYTHON,
        {"main.py": "print(2 * int(input()))\n", "unused.py": ""},
        {"any.py": "print(2 * int(input()))\n"},
    ],
    ids=["cpp", "c", "python", "python-main", "python-one-file"],
)
def test_its_files_are_compiled_together_or_started_where_they_start(
    tree: JudgeHost, files: dict[str, str]
) -> None:
    result = judged(tree, files)
    assert result.verdict.code == "AC", result.reason or result.compile_error


@pytest.mark.parametrize(
    ("files", "language", "said"),
    [
        (WITHOUT_START, None, "expected a file __main__.py or main.py to start, found a.py, b.py"),
        ({"a.py": "print(1)\n"}, "cpp", "expected files of C++20, .cpp .cc .cxx .c++, found none"),
        ({**CPP, "parts/twice.cc": ""}, None, "undefined reference to `twice(long)'"),
        ({**PYTHON, "numbers_of/twice.py": "def twice(n)\n"}, None, 'File "numbers_of/twice.py", line 1'),
        ({"main.c": "x" * 200_000}, None, "longer than 128 KiB"),
        ({"a.c": "x" * 100_000, "b.c": "x" * 100_000}, None, "longer than 128 KiB"),
    ],
    ids=["no-start", "other-language", "does-not-link", "syntax", "long", "long-together"],
)
def test_what_cannot_be_compiled_says_why(
    tree: JudgeHost, files: dict[str, str], language: str | None, said: str
) -> None:
    result = judged(tree, files, language)
    assert result.verdict.code == "CE"
    assert said in (result.compile_error or "")


@needs_emulator
def test_kernels_in_a_header_are_emulated_like_others(tree: JudgeHost) -> None:
    """Each of their accesses is checked, and findings name the header."""
    emulated = emulated_language(None).id
    assert KERNEL not in CUDA["main.cu"]
    assert judged(tree, CUDA, emulated).verdict.code == "AC"
    wrong = judged(tree, {**CUDA, "parts/twice.cuh": KERNEL.replace("*n *= 2", "n[1] *= 2")}, emulated)
    found = {(one.kind, one.place) for one in wrong.findings}
    assert ("out-of-bounds", "parts/twice.cuh:1") in found


@needs_emulator
def test_several_cuda_files_are_compiled_one_by_one_and_linked(tree: JudgeHost) -> None:
    emulated = emulated_language(None).id
    text = DOUBLE.replace(KERNEL, "void start(long long* n);\n").replace("twice<<<1, 1>>>", "start")
    start = f"{KERNEL}void start(long long* n) {{ twice<<<1, 1>>>(n); }}\n"
    result = judged(tree, {"main.cu": text, "start.cu": start}, emulated)
    assert result.verdict.code == "AC", result.reason or result.compile_error
    result = judged(tree, {"main.cu": text, "start.cu": KERNEL}, emulated)
    assert result.verdict.code == "CE"
    assert "undefined reference to `start(long long*)'" in (result.compile_error or "")


def test_a_crash_names_the_authors_file(tree: JudgeHost) -> None:
    result = judged(tree, {**PYTHON, "numbers_of/twice.py": "def twice(n):\n    return n / 0\n"})
    assert result.verdict.code == "RTE"
    assert 'File "mine/numbers_of/twice.py", line 2' in result.tests[-1].stderr_excerpt
    assert str(tree.installation.build) not in result.tests[-1].stderr_excerpt


def test_a_stored_folder_is_one_submission(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    before = {one.name for one in stored_submissions(tree, problem)}
    folder_of(problem.folder / "submissions/accepted/in_parts", PYTHON)
    found = {one.name: one for one in stored_submissions(tree, problem)}
    assert found.keys() - before == {"accepted/in_parts"}
    language = found["accepted/in_parts"].language
    assert language is not None
    assert language.id == "python3"


def test_its_digest_knows_names_and_contents(tmp_path: Path) -> None:
    first = read_folder(folder_of(tmp_path / "a", {"x.c": "1", "y.c": "2"}), "a", 100)
    same = read_folder(folder_of(tmp_path / "b", {"x.c": "1", "y.c": "2", ".git/config": "3"}), "b", 100)
    other = read_folder(folder_of(tmp_path / "c", {"x.c": "1", "z.c": "2"}), "c", 100)
    assert digest(first) == digest(same) != digest(other)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"a.cpp": "", "b.py": ""}, "mine holds files of several languages, cpp, python3"),
        ({"a.txt": ""}, "mine holds no file of a language"),
        ({"-o.cpp": ""}, "mine/-o.cpp: expected a name without quotes"),
        ({"@file.cpp": ""}, "mine/@file.cpp: expected a name without quotes"),
        ({"sub/$(a).cpp": ""}, "mine/sub/$(a).cpp: expected a name without quotes"),
        ({".hidden.cpp": ""}, "mine has no files"),
        ({"abcdefghijklm/" * 15 + "b.cpp": ""}, "expected a path of at most 200 characters"),
        ({f"{number}.cpp": "" for number in range(301)}, "mine has more than 300 files"),
    ],
)
def test_a_folder_that_cannot_be_read_says_why(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(JudgeError) as error:
        language_of_folder(read_folder(folder_of(tmp_path, files), "mine", 100), "mine")
    assert said in str(error.value)


def test_cuda_and_cpp_are_one_cuda_program(tmp_path: Path) -> None:
    files = read_folder(folder_of(tmp_path, {"a.cu": "", "b.cpp": "", "c.h": ""}), "mine", 100)
    assert language_of_folder(files, "mine").id == "cuda"
    assert language_of("", "cuda").sources_of(file.name for file in files) == ["a.cu", "b.cpp"]
    assert language_of("", "cuda").sources_of(["b.cpp"]) == []


def test_a_program_of_a_package_may_share_files_by_links(tmp_path: Path) -> None:
    package = folder_of(tmp_path, {"shared/common.h": "1", "check/a.c": "2", "check/sub/.keep": ""})
    (package / "check/sub/common.h").symlink_to("../../shared/common.h")
    files = read_folder(package / "check", "check", 100, package=package)
    assert {file.name: file.text for file in files} == {"a.c": "2", "sub/common.h": "1"}
    with pytest.raises(JudgeError, match=r"check/sub/common\.h is a link"):
        read_folder(package / "check", "check", 100)
    (package / "check/all").symlink_to("../shared")
    with pytest.raises(JudgeError, match="check/all is a link to a folder"):
        read_folder(package / "check", "check", 100, package=package)


def test_a_stored_folder_that_holds_only_a_link_is_judged(tree: JudgeHost) -> None:
    problem = load_problem(tree.installation.problems / "double")
    mine = folder_of(problem.folder / "submissions/accepted/linked", {".keep": ""})
    source = next(problem.folder.glob("submissions/accepted/*.py"))
    (mine / source.name).symlink_to(f"../{source.name}")
    found = {one.name: one for one in stored_submissions(tree, problem)}
    assert not found["accepted/linked"].obstacle
    (file,) = found["accepted/linked"].files
    assert file.text == source.read_text()


def test_links_and_pipes_are_refused(tmp_path: Path) -> None:
    folder_of(tmp_path, {"a.c": ""})
    (tmp_path / "link.c").symlink_to("/etc/passwd")
    with pytest.raises(JudgeError, match=r"mine/link\.c is a link"):
        read_folder(tmp_path, "mine", 100)
    with pytest.raises(JudgeError, match=r"mine/link\.c is a link that leads out"):
        read_folder(tmp_path, "mine", 100, package=tmp_path)
    (tmp_path / "link.c").unlink()
    os.mkfifo(tmp_path / "pipe.c")
    with pytest.raises(JudgeError, match=r"mine/pipe\.c is neither a file nor a folder"):
        read_folder(tmp_path, "mine", 100)
