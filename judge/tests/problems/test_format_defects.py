"""Bad packages: each is one error that names the file, and the line of a key; nothing of a zip file is left behind."""

import os
import re
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.problems.formats import archive, tree
from judge.problems.formats.find import load_package
from judge.tests.packages import CASES, DOMJUDGE, LEGACY, PLAIN, VERSION_2025_09, Files, written, zipped
from judge.tests.polygon import POLYGON
from judge.tests.problems.test_polygon import DEFECTS as POLYGON_DEFECTS

FORMATS = {
    "legacy": LEGACY,
    "2025-09": VERSION_2025_09,
    "DOMjudge": DOMJUDGE,
    "plain": PLAIN,
    "Polygon": POLYGON,
}
NEW = str(VERSION_2025_09["problem.yaml"])
DRAFT = NEW.replace("2025-09", "2023-07-draft")
Changes = dict[str, str | bytes | None]


def old(line: str) -> Changes:
    return {"problem.yaml": f"name: Double\n{line}\n"}


def new(line: str) -> Changes:
    return {"problem.yaml": f"{NEW}{line}\n"}


def rules(line: str) -> Changes:
    return {"submissions/submissions.yaml": f"# Ours\n{line}\n"}


DEFECTS: list[tuple[Files, Changes, str]] = [
    (LEGACY, old("type: interactive"), "problem.yaml, line 2: type 'interactive' is not supported"),
    (LEGACY, old("grading: {objective: min}"), "problem.yaml, line 2: 'grading' must not be given"),
    (LEGACY, old("validation: custom score"), "line 2: 'score' is only for problems of type scoring"),
    (LEGACY, old("validation: custom points"), "line 2: validation 'custom points' is not supported"),
    (LEGACY, old("validation: custom interactive"), "double/output_validators: .* expects a validator there"),
    (
        LEGACY,
        {**old("validation: custom interactive"), "output_validators/a.py": "", "output_validators/b.py": ""},
        "double/output_validators: .* expects one validator there",
    ),
    (LEGACY, old("validation: custom"), "double/output_validators: .* expects a validator there"),
    (
        LEGACY,
        {"problem.yaml": "name: [Double]\n"},
        "problem.yaml, line 1: 'name' must be a text, or a map of texts by language",
    ),
    (LEGACY, old("limits: {time_limit: -3}"), "line 2: 'limits.time_limit' must be a number above 0"),
    (LEGACY, old("limits: {time_limit: 5m}"), "line 2: 'limits.time_limit' must be a number above 0"),
    (LEGACY, old("limits: {time_limits: 3}"), "line 2: 'limits': unknown key 'time_limits'"),
    (
        DOMJUDGE,
        {".timelimit": "2\n", "problem.yaml": "limits: {time_limit: 3}\n"},
        "timelimit: time limit 2 s, but problem.yaml says 3. Remove one of them.",
    ),
    (LEGACY, old("limits: {memory: much}"), "line 2: 'limits.memory' must be a number above 0"),
    (LEGACY, old("authors: me"), "problem.yaml, line 2: unknown key 'authors'. Did you mean 'author'"),
    (LEGACY, old("license: gpl"), "line 2: unknown license 'gpl'"),
    (
        LEGACY,
        old("source_url: http://example.org"),
        "line 2: 'source_url' must not be given without 'source'",
    ),
    (LEGACY, old("license: public domain\nrights_owner: me"), "line 3: 'rights_owner' must not be given"),
    (LEGACY, old("problem_format_version: 2022-01"), "line 2: format '2022-01' is not supported"),
    (LEGACY, old("- a"), "problem.yaml, line 2, column 1: cannot be read"),
    (LEGACY, {"problem.yaml": b"name: \xff\n"}, "problem.yaml, line 1, column 7: cannot be read: .*UTF-8"),
    (LEGACY, {"problem.yaml": None}, "problem.yaml is missing, in a folder that otherwise looks like"),
    (
        LEGACY,
        {"data/secret/2-five.ans": None},
        "2-five.in: an input without its answer: .*2-five.ans is missing",
    ),
    (LEGACY, {"data/secret/2-five.in": None}, "2-five.ans: an answer without its input"),
    (LEGACY, {name: None for name in LEGACY if "data" in name}, "data: expected test cases"),
    (LEGACY, {"graders/a.py": "1\n"}, "graders/a.py: graders/ is not supported"),
    (LEGACY, {"statement/problem.en.md": "1\n"}, "double: two formats at once, statement/ of format 2025-09"),
    (LEGACY, {"problem.xml": "<problem/>"}, "two formats at once, problem.xml of Polygon and problem.yaml"),
    (
        LEGACY,
        {"data/secret/testdata.yaml": "\nrange: 0 1\n"},
        "testdata.yaml, line 2: the key 'range' must not be given: the problem is not of type scoring",
    ),
    (
        LEGACY,
        {"data/testdata.yaml": "grading: custom\n"},
        "line 1: grading 'custom' is only for problems of type scoring",
    ),
    (
        LEGACY,
        {"data/testdata.yaml": "grader_flags: sum\n"},
        "line 1: the key 'grader_flags' must not be given: the problem is not of type scoring",
    ),
    (
        LEGACY,
        {"data/testdata.yaml": "output_validator_flags: {name: a, flags: b}\n"},
        "line 1: 'output_validator_flags' is supported as a text",
    ),
    (
        VERSION_2025_09,
        {**new("type: interactive"), "output_validator/validate.py": None},
        "line 6: type 'interactive' expects output_validator/, found none",
    ),
    (
        VERSION_2025_09,
        {**new("type: multi-pass"), "output_validator/validate.py": None},
        "line 6: type 'multi-pass' expects output_validator/, found none",
    ),
    (
        VERSION_2025_09,
        {"data/sample/1.interaction": "< 1\n2\n"},
        "1.interaction, line 2: expected < and what",
    ),
    (VERSION_2025_09, new("type: [pass-fail, sorting]"), "line 6: type 'sorting' is not supported"),
    (
        VERSION_2025_09,
        new("  validation_passes: 1"),
        "'limits.validation_passes' must be a whole number from 2",
    ),
    (VERSION_2025_09, new("type: [interactive, interactive]"), "line 6: 'type' must be a type, or a list"),
    (VERSION_2025_09, new("type: quiz"), "line 6: type 'quiz' is not supported"),
    (
        VERSION_2025_09,
        new("  validation_passes: 2"),
        "line 6: the key 'limits.validation_passes' is not supported",
    ),
    (VERSION_2025_09, new("constants: 3"), "line 6: 'constants' must be a map of names, found 3"),
    (
        VERSION_2025_09,
        new("constants: {1n: 3}"),
        "line 6: expected a name of letters, digits and _, found '1n'",
    ),
    (
        VERSION_2025_09,
        new("constants: {n: {tex: 3}}"),
        "line 6: the key 'value' of the constant 'n' is missing",
    ),
    (
        VERSION_2025_09,
        new("constants: {n: [3]}"),
        "line 6: 'n.value' must be a number or a text, found \\[3\\]",
    ),
    (VERSION_2025_09, {"include/a": "1\n"}, "include/a: expected a folder for each language in include/"),
    (
        VERSION_2025_09,
        {"data/secret/1-two.yaml": "args: a\n"},
        "yaml, line 1: 'args' must be a list of texts",
    ),
    (
        VERSION_2025_09,
        new("allow_file_writing: false"),
        "line 6: 'allow_file_writing: false' is not supported",
    ),
    (VERSION_2025_09, new("languages: []"), "line 6: 'languages' must be 'all', or a list"),
    (
        VERSION_2025_09,
        {"output_validators/a.py": "1\n"},
        "two formats at once, output_validators/ of format legacy",
    ),
    (VERSION_2025_09, {"domjudge-problem.ini": "name = a\n"}, "two formats at once, domjudge-problem.ini"),
    (VERSION_2025_09, {"static_validator/a.py": "1\n"}, "static_validator: no test_group.yaml has the key"),
    (VERSION_2025_09, {"data/secret/1-two.yaml": "hints: a\n"}, "yaml, line 1: unknown key 'hints'"),
    (
        VERSION_2025_09,
        {"data/secret/test_group.yaml": "max_score: 9\n"},
        "line 1: the key 'max_score' must not be given: the problem is not of type scoring",
    ),
    (
        VERSION_2025_09,
        {"data/secret/test_group.yaml": "input_validator_args: {a: [b]}\n"},
        "'input_validator_args' names the validator 'a', which is not in input_validators/",
    ),
    (VERSION_2025_09, {"data/valid_output/1.in": "", "data/valid_output/1.ans": ""}, "1.out is missing"),
    (VERSION_2025_09, new("validation: custom"), "unknown key 'validation'.* has it in type"),
    (
        VERSION_2025_09,
        {"problem.yaml": DRAFT, "problem_statement/problem.en.tex": ""},
        "problem_statement/ of an early draft and statement/ of 2025-09 at once",
    ),
    (
        VERSION_2025_09,
        {
            "problem.yaml": DRAFT,
            "output_validator/validate.py": None,
            "output_validators/a.py": "",
            "output_validators/b.py": "",
        },
        "output_validators: expected one validator there, found 2",
    ),
    (
        VERSION_2025_09,
        {"problem.yaml": DRAFT, "data/secret/testdata.yaml": "", "data/sample/test_group.yaml": ""},
        "testdata.yaml: testdata.yaml of a draft and test_group.yaml of 2025-09, data/sample/test_group.yaml, at once",
    ),
    (
        VERSION_2025_09,
        {"problem.yaml": DRAFT, "data/secret/testdata.yaml": "\nrange: 0 1\n"},
        "testdata.yaml, line 2: the key 'range' must not be given: the problem is not of type scoring",
    ),
    (
        VERSION_2025_09,
        rules("accepted: {score: 3}"),
        "yaml, line 2: the key 'score' must not be given: the problem is not of type scoring",
    ),
    (
        VERSION_2025_09,
        rules("accepted: {permited: [AC]}"),
        "line 2: unknown key 'permited'. Did you mean 'permitted'",
    ),
    (
        VERSION_2025_09,
        rules("accepted: {permitted: [MLE]}"),
        "'permitted' must be a list of AC, WA, TLE and RTE",
    ),
    (
        VERSION_2025_09,
        rules("accepted: {permitted: [AC], required: [WA]}"),
        "no verdict is both permitted and",
    ),
    (VERSION_2025_09, rules("accepted: 3"), "line 2: 'accepted' must be a map of keys, found 3"),
    (VERSION_2025_09, rules("- accepted"), "expected a map of globs, found list"),
    (
        VERSION_2025_09,
        rules("accepted:\n  sample: {use_for_time_limit: most}"),
        "line 3: .*'use_for_time_limit' must be true, false, 'lower' or 'upper'",
    ),
    (DOMJUDGE, {"domjudge-problem.ini": "\nspecial_run = x\n"}, "ini, line 2: the key 'special_run' is not"),
    (DOMJUDGE, {"domjudge-problem.ini": "nam = x\n"}, "ini, line 1: unknown key 'nam'. Did you mean 'name'"),
    (DOMJUDGE, {"domjudge-problem.ini": "name\n"}, "ini, line 1: expected KEY = VALUE"),
    (
        DOMJUDGE,
        {"domjudge-problem.ini": "name = a\nname = b\n"},
        "ini, line 2: the key 'name' appears twice",
    ),
    (
        DOMJUDGE,
        {"domjudge-problem.ini": b"name = \xff\n"},
        "ini, line 1, column 8: cannot be read: .*Save it as UTF-8",
    ),
    (
        DOMJUDGE,
        {"domjudge-problem.ini": "timelimit = nan\n"},
        "ini, line 1: expected a time limit in seconds",
    ),
    (DOMJUDGE, {".timelimit": "soon\n"}, "timelimit: expected a time limit in seconds"),
    (DOMJUDGE, {".timelimit": "3\n"}, "timelimit: time limit 3 s, but domjudge-problem.ini says 2"),
    (PLAIN, {"1.out": None}, "1.in: an input without its answer: 1.ans or 1.out is missing"),
    (PLAIN, {"1.ans": "6\n"}, "1.in: an input with two answers"),
    (PLAIN, {"1.in": None, "2.out": "1\n"}, "an answer without its input"),
    (PLAIN, {"2.ans": "6\n"}, "2.ans: an answer without its input: 2.in is missing"),
    (PLAIN, {"deep/er/1.in": "6\n"}, "deep/er/1.in: an input without its answer"),
    (PLAIN, {"sample/2.ans": None}, "sample/2.in: an input without its answer"),
    (PLAIN, {"problem.yaml": "- 1\n"}, "problem.yaml: expected"),
    (
        PLAIN,
        {"domjudge-problem.ini": "timelimit = 1\n"},
        "double: expected test cases in data/sample/ and data/secret/, found 1.in",
    ),
    (DOMJUDGE, dict.fromkeys(CASES), "double/data: expected test cases"),
    (DOMJUDGE, {"domjudge-problem.ini": "timelimit = -1\n"}, "ini, line 1: expected a time limit in seconds"),
    (
        DOMJUDGE,
        {"domjudge-problem.ini": "special_compare = x\n"},
        "ini, line 1: the key 'special_compare' is not",
    ),
    (
        DOMJUDGE,
        {"problem.yaml": "limits: {memory: -1}\n"},
        "yaml, line 1: 'limits.memory' must be a number above 0",
    ),
    (DOMJUDGE, {"problem.yaml": "validation: custom\n"}, "output_validators: .* expects a validator there"),
    (DOMJUDGE, {"data/secret/2-five.ans": None}, "2-five.in: an input without its answer"),
    (
        DOMJUDGE,
        {"data/secret/2-five.ans": None, "data/secret/2-five.out": "10\n"},
        r"2-five.in: .* data/secret/2-five.ans is missing, found data/secret/2-five.out. Rename it\.",
    ),
    ({}, {"a.txt": ""}, "double: expected test cases"),
]


@pytest.mark.parametrize(("files", "changes", "message"), DEFECTS, ids=[row[2] for row in DEFECTS])
def test_a_defect_is_one_error(tmp_path: Path, files: Files, changes: Changes, message: str) -> None:
    folder = written(tmp_path / "double", files, **changes)
    with pytest.raises(JudgeError, match=message) as caught:
        load_package(str(folder))
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_defects_are_all_that_is_wrong(tmp_path: Path) -> None:
    for number, files in enumerate(FORMATS.values()):
        load_package(str(written(tmp_path / str(number), files)))


LINKS = [
    ({"data/secret/3.in": "/etc/passwd"}, "secret/3.in is a link that leads out of the package"),
    ({"data/secret/3.in": "../../../other"}, "secret/3.in is a link that leads (out|nowhere)"),
    ({"data/secret/3.in": "nothing"}, "secret/3.in is a link that leads nowhere"),
    (
        {"data/secret/a.in": "b.in", "data/secret/b.in": "a.in"},
        r"[ab]\.in is a link that leads nowhere, or round",
    ),
    ({"data/secret/more": "/etc"}, "secret/more is a link that leads out of the package"),
    ({"data/secret/round": ".."}, "secret/round is a link to a folder that contains it"),
    ({"data/secret/self": "."}, "secret/self is a link to a folder that contains it"),
]


@pytest.mark.parametrize(("links", "message"), LINKS, ids=[row[1] for row in LINKS])
@pytest.mark.parametrize("as_zip", [False, True])
@pytest.mark.parametrize("name", [name for name in FORMATS if name != "Polygon"])  # whose tests lie elsewhere
def test_links_that_lead_astray(
    tmp_path: Path, name: str, links: dict[str, str], message: str, as_zip: bool
) -> None:
    before = left_behind()
    place = tmp_path / "double"
    if as_zip:
        place = zipped(tmp_path / "double.zip", FORMATS[name], links=links)
    else:
        written(place, FORMATS[name])
        for link, target in links.items():
            (place / link).parent.mkdir(parents=True, exist_ok=True)
            (place / link).symlink_to(target)
    with pytest.raises(JudgeError, match=message):
        load_package(str(place))
    assert left_behind() == before


def left_behind() -> set[Path]:
    """What unpacking left among the temporary files of this process."""
    scratch = Path(tempfile.gettempdir()).glob(f"warp-judge-scratch-{os.getpid()}-*/*")
    return {path for path in scratch if any(path.iterdir())}


def climbing(file: Path, files: Files) -> None:
    zipped(file, {**files, "../../climbed": "x"})


def absolute(file: Path, files: Files) -> None:
    zipped(file, {**files, "/tmp/absolute": "x"})


def drive(file: Path, files: Files) -> None:
    zipped(file, {**files, "C:/x": "x"})


def through_a_link(file: Path, files: Files) -> None:
    zipped(file, {**files, "out/x": "x"}, links={"out": "/tmp"})


def damaged(file: Path, files: Files) -> None:
    """One byte of a file's content is another, which its checksum tells."""
    with zipfile.ZipFile(file, "w") as stored:
        stored.writestr("1.in", "123456\n")
        stored.writestr("1.out", "x\n")
    file.write_bytes(file.read_bytes().replace(b"123456", b"123457"))


def cut_off(file: Path, files: Files) -> None:
    content = zipped(file, files).read_bytes()
    file.write_bytes(content[: len(content) // 2])


def no_zip(file: Path, files: Files) -> None:
    file.write_text("a text\n")


def empty(file: Path, files: Files) -> None:
    zipped(file, {})


def large(file: Path, files: Files) -> None:
    zipped(file, {**files, "data/secret/3.in": b"\0" * 100_000})


def lying(file: Path, files: Files) -> None:
    """The list says that the file is small."""
    large(file, files)
    content = file.read_bytes()
    file.write_bytes(content.replace((100_000).to_bytes(4, "little"), (10).to_bytes(4, "little")))


def many(file: Path, files: Files) -> None:
    zipped(file, {f"{number}.in": "" for number in range(60)})


def encrypted(file: Path, files: Files) -> None:
    content = bytearray(zipped(file, files).read_bytes())
    content[content.index(b"PK\x01\x02") + 8] |= 1
    file.write_bytes(content)


def twice(file: Path, files: Files) -> None:
    zipped(file, {"1.in": "", "2.in": ""})
    file.write_bytes(file.read_bytes().replace(b"2.in", b"1.in"))


def file_and_folder(file: Path, files: Files) -> None:
    zipped(file, {"a": "", "a/b": ""})


ARCHIVES: dict[Callable[[Path, Files], None], str] = {
    climbing: "entry '../../climbed' leads out of the archive",
    absolute: "entry '/tmp/absolute' leads out of the archive",
    drive: "entry 'C:/x' leads out of the archive",
    through_a_link: "entry 'out' is a file, and a folder in 'out/x'",
    damaged: "cannot be read: Bad CRC-32",
    cut_off: "cannot be read: File is not a zip file",
    no_zip: "cannot be read: File is not a zip file",
    empty: "has no files",
    large: "would unpack to .* bytes, at most 50000 are allowed",
    lying: "(unpacks to more than|cannot be read)",
    many: "has 60 entries, at most 50 are allowed",
    encrypted: "is encrypted",
    twice: "entry '1.in' appears twice",
    file_and_folder: "entry 'a' is a file, and a folder in 'a/b'",
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("make", ARCHIVES, ids=lambda make: make.__name__)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_bad_zip_file_is_one_error_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, make: Callable[[Path, Files], None]
) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 50_000)
    monkeypatch.setattr(archive, "MOST_FILES", 50)
    before = left_behind()
    file = tmp_path / "double.zip"
    make(file, FORMATS[name])
    with pytest.raises(JudgeError, match=ARCHIVES[make]) as caught:
        load_package(str(file))
    assert re.match(re.escape(str(file)), str(caught.value))
    assert left_behind() == before
    assert not Path("/tmp/climbed").exists()
    assert not Path("/tmp/absolute").exists()


def test_a_defect_in_a_zip_file_is_told_by_its_name_and_leaves_nothing(tmp_path: Path) -> None:
    before = left_behind()
    file = zipped(tmp_path / "double.zip", {**LEGACY, "graders/a.py": "1\n"})
    with pytest.raises(JudgeError, match=rf"^{file}/graders/a.py: graders/ is not supported"):
        load_package(str(file))
    assert left_behind() == before


@pytest.mark.parametrize("name", FORMATS)
def test_too_many_files_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(tree, "MOST_FILES", 3)
    with pytest.raises(JudgeError, match="more than 3 files"):
        load_package(str(written(tmp_path / "double", FORMATS[name])))


@pytest.mark.parametrize("name", FORMATS)
def test_folders_that_lie_too_deep(tmp_path: Path, name: str) -> None:
    with pytest.raises(JudgeError, match="more than 32 deep"):
        load_package(str(written(tmp_path / "double", FORMATS[name], **{"a/" * 40 + "1.in": ""})))


@pytest.mark.parametrize("name", FORMATS)
def test_a_name_that_is_no_text(tmp_path: Path, name: str) -> None:
    folder = written(tmp_path / "double", FORMATS[name])
    (folder / b"\xff.in".decode("utf-8", "surrogateescape")).touch()
    with pytest.raises(JudgeError, match="the name is not readable UTF-8"):
        load_package(str(folder))


@pytest.mark.parametrize("name", FORMATS)
def test_a_pipe_is_no_file(tmp_path: Path, name: str) -> None:
    folder = written(tmp_path / "double", FORMATS[name])
    os.mkfifo(folder / "2.in")
    with pytest.raises(JudgeError, match=r"2\.in is neither a file nor a folder"):
        load_package(str(folder))


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_has_thirty_defects_at_least(name: str) -> None:
    own = sum(files is FORMATS[name] for files, _, _ in DEFECTS)
    of_polygon = len(POLYGON_DEFECTS) if name == "Polygon" else 0
    of_folders = 4  # too many files, too deep, a name that is no text, a pipe
    assert own + of_polygon + len(LINKS) + len(ARCHIVES) + of_folders >= 30
