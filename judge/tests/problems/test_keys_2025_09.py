"""Every key of the format 2025-09 by itself: what a good value becomes, and the error that names a bad one."""

import re
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.events import Warned
from judge.judging.expected import deviation
from judge.judging.verdicts import Verdict
from judge.problems.broken import load_usable
from judge.problems.formats.find import load_package
from judge.problems.formats.limit_keys import MEASURES
from judge.problems.model import Package, Problem
from judge.problems.submission_uses import Use
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.tests.packages import VERSION_2025_09, written

MANIFEST = str(VERSION_2025_09["problem.yaml"])
UUID = "2b0f8b0e-53c3-4f52-9b2f-0a5f3d0f7d11"
GROUP, CASE = "data/secret/test_group.yaml", "data/secret/1-two.yaml"
RULES = "submissions/submissions.yaml"
PERSONS = ("authors", "contributors", "testers", "packagers", "acknowledgements")
LISTS = ("args", "output_validator_args", "input_visualizer_args", "output_visualizer_args")


def loaded(folder: Path, **changes: str | None) -> Problem:
    return load_package(str(written(folder / "double", VERSION_2025_09, **changes)))


def package_of(problem: Problem) -> Package:
    assert problem.package is not None
    return problem.package


ABOUT: list[tuple[str, str, object]] = [
    ("version: '1.2'", "version", "1.2"),
    ("", "uuid", UUID),
    ("", "license", "unknown"),
    ("license: cc by-sa", "license", "cc by-sa"),
    ("rights_owner: A. N. Other", "rights_owner", "A. N. Other"),
    ("embargo_until: 2030-01-31", "embargo_until", "2030-01-31"),
    ("keywords: [graphs, trees]", "keywords", ("graphs", "trees")),
    ("credits: A. N. Other", "credits", "A. N. Other"),
    ("source: A contest", "source", "A contest"),
    (
        "source: [{name: A contest, url: http://example.org}, Another]",
        "source",
        [{"name": "A contest", "url": "http://example.org"}, "Another"],
    ),
]


@pytest.mark.parametrize(("line", "field", "value"), ABOUT, ids=[row[0] or row[1] for row in ABOUT])
def test_what_only_informs_is_kept(tmp_path: Path, line: str, field: str, value: object) -> None:
    problem = loaded(tmp_path, **{"problem.yaml": f"{MANIFEST}{line}\n"})
    assert getattr(problem.about, field) == value
    assert package_of(problem).remarks == ()


def test_types_in_one_text_are_those_of_a_list(tmp_path: Path) -> None:
    manifest = MANIFEST.replace("type: pass-fail\n", "")
    given = {"output_validator/validate.py": "", "problem.yaml": f"{manifest}type: pass-fail interactive\n"}
    assert loaded(tmp_path, **given).is_interactive


@pytest.mark.parametrize(
    ("lines", "field", "value", "said"),
    [
        (
            "source: A contest\nsource_url: U",
            "source",
            {"name": "A contest", "url": "U"},
            "taken for source: {name",
        ),
        (
            "source: {name: A}\nsource_url: U",
            "source",
            {"name": "A", "url": ""},
            "not used, next to source: {",
        ),
        ("source_url: U", "source", "", "not used, next to source: {"),
        ("author: A. N. Other", "credits", "A. N. Other", "taken for credits: {authors"),
        ("credits: B\nauthor: A", "credits", "B", "not used, next to credits: {authors"),
    ],
)
def test_a_key_of_legacy_that_only_informs_is_taken_and_noted(
    tmp_path: Path, lines: str, field: str, value: object, said: str
) -> None:
    problem = loaded(tmp_path, **{"problem.yaml": f"{MANIFEST}{lines}\n"})
    assert getattr(problem.about, field) == value
    (remark,) = package_of(problem).remarks
    assert said in remark


@pytest.mark.parametrize("key", [*PERSONS, "translators"])
def test_persons_are_kept_with_all_that_is_said_of_them(tmp_path: Path, key: str) -> None:
    person = {
        "name": "A. N. Other",
        "email": "other@example.org",
        "orcid": "0000-0001-7414-8743",
        "kattis": "other",
    }
    given: Any = [person, "Another"]
    if key == "translators":
        given = {"de": given}
    problem = loaded(tmp_path, **{"problem.yaml": f"{MANIFEST}credits: {{{key}: {given}}}\n"})
    assert problem.about.credits[key] == given


BAD_KEYS: list[tuple[str, str]] = [
    ("version: 1.0", "line 6: 'version' must be a text, found 1.0"),
    ("license: gpl", "line 6: unknown license 'gpl'"),
    ("license: public domain\nrights_owner: me", "line 7: 'rights_owner' must not be given"),
    ("rights_owner: 3", "line 6: 'rights_owner' must be a text, found 3"),
    ("embargo_until: tomorrow", "line 6: 'embargo_until' must be a date, .*, found 'tomorrow'"),
    ("keywords: graphs", "line 6: 'keywords' must be a list of texts, found 'graphs'"),
    ("languages: 3", "line 6: 'languages' must be 'all', or a list of languages' codes, found 3"),
    ("allow_file_writing: maybe", "line 6: 'allow_file_writing' must be true or false, found 'maybe'"),
    ("type: {scoring: 1}", "line 6: 'type' must be 'pass-fail', found"),
    ("source: 3", "line 6: 'source' must be a text, a map with the key 'name', or a list of them, found 3"),
    ("source: {url: a}", "line 6: 'source': the key 'name' is missing"),
    ("source: {name: a, url: 3}", "line 6: 'source.url': Expected str, got int, found 3"),
    ("source: {name: 3}", "line 6: 'source.name': Expected str, got int, found 3"),
    ("credits: 3", "line 6: 'credits' must be a name or a map of keys, found 3"),
    ("credits: {author: A}", "line 6: 'credits': unknown key 'author'. Did you mean 'authors'"),
    *((f"credits: {{{key}: 3}}", f"line 6: 'credits.{key}' must be a name, a map") for key in PERSONS),
    *((f"credits: {{{key}: []}}", f"line 6: 'credits.{key}' must be a name, a map") for key in PERSONS),
    ("credits: {translators: A}", "'credits.translators' must be a map of languages, .*, found 'A'"),
    ("credits: {translators: {de: 3}}", "'credits.translators' must be a map of languages, .*, found"),
    ("credits: {authors: {email: a}}", "line 6: 'credits.authors': the key 'name' is missing"),
    *(
        (f"credits: {{authors: {{name: A, {key}: 3}}}}", f"line 6: 'credits.authors.{key}': Expected str, got int")
        for key in ("email", "orcid", "kattis")
    ),
    *((f"  {key}: 0", f"line 6: 'limits.{key}' must be a number above 0") for key in MEASURES),
    ("  time_resolution: 0", "line 6: 'limits.time_resolution' must be a number above 0"),
    ("  time_resolution: 0.3", "'limits.time_limit' must be a multiple of 'limits.time_resolution' 0.3, found 2"),
    *(
        (f"  time_multipliers: {{{key}: 0.9}}", f"line 6: 'limits.time_multipliers.{key}' must be a number from 1")
        for key in ("ac_to_time_limit", "time_limit_to_tle")
    ),
]  # fmt: skip


def test_the_rows_with_bad_keys_begin_with_a_good_manifest(tmp_path: Path) -> None:
    assert MANIFEST.count("\n") == 5
    assert package_of(loaded(tmp_path)).remarks == ()


@pytest.mark.parametrize(("line", "message"), BAD_KEYS, ids=[row[0] for row in BAD_KEYS])
def test_a_bad_key_of_problem_yaml_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(JudgeError, match=f"problem.yaml(, )?.*{message}"):
        loaded(tmp_path, **{"problem.yaml": f"{MANIFEST}{line}\n"})


BAD_HEADS = [
    (
        "problem_format_version: 2025-09\n",
        "problem_format_version: 2025-10\n",
        "format '2025-10' is not supported",
    ),
    ("name: Double\n", "", "the key 'name' is missing"),
    ("name: Double\n", "name: 3\n", "line 2: 'name' must be a text or a map of languages"),
    *(
        (
            f"uuid: {UUID}\n",
            f"uuid: '{wrong}'\n",
            f"line 3: 'uuid' must be a UUID, such as .*, found '{wrong[:9]}",
        )
        for wrong in ("one", f"urn:uuid:{UUID}", UUID.replace("-", ""), f"{UUID}0", "٣" + UUID[1:])
    ),
    (f"uuid: {UUID}\n", "uuid: 5\n", "line 3: 'uuid' must be a UUID, .*, found 5"),
    ("time_limit: 2", "time_limit: 0", "line 5: 'limits.time_limit' must be a number above 0"),
    ("limits:\n  time_limit: 2\n", "limits: 2\n", "line 4: 'limits' must be a map of keys, found 2"),
]


@pytest.mark.parametrize("line", ["", "uuid:\n", "uuid: null\n", "uuid: ''\n"])
def test_a_missing_uuid_stops_nothing_and_one_is_offered(tmp_path: Path, line: str) -> None:
    manifest = MANIFEST.replace(f"uuid: {UUID}\n", line)
    assert manifest != MANIFEST
    problem = loaded(tmp_path, **{"problem.yaml": manifest})
    assert problem.about.uuid == ""
    told: list[object] = []
    for _ in range(2):
        load_usable(JudgeHost(Installation(tmp_path, tmp_path), tell=told.append), [str(problem.folder)])
    warned = [event.text for event in told if isinstance(event, Warned)]
    [offer] = {found for text in warned for found in re.findall(r"uuid: (\S+)", text)}
    with_it = manifest.replace(line, "") + f"uuid: {offer}\n"
    assert loaded(tmp_path, **{"problem.yaml": with_it}).about.uuid == offer
    lack = ", line 3: the key 'uuid' is empty" if line else ": the key 'uuid' is missing"
    assert warned[0].startswith(f"{problem.folder}/problem.yaml{lack}")


@pytest.mark.parametrize(("old", "new", "message"), BAD_HEADS, ids=[row[2] for row in BAD_HEADS])
def test_a_bad_head_of_problem_yaml_is_named(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in MANIFEST
    with pytest.raises(JudgeError, match=f"problem.yaml.*{message}"):
        loaded(tmp_path, **{"problem.yaml": MANIFEST.replace(old, new)})


@pytest.mark.parametrize(("limit", "notes"), [("2", 0), ("0.5", 1), ("0.5\n  time_resolution: 0.25", 0)])
def test_a_limit_between_whole_seconds_is_noted(tmp_path: Path, limit: str, notes: int) -> None:
    text = MANIFEST.replace("time_limit: 2", f"time_limit: {limit}")
    remarks = package_of(loaded(tmp_path, **{"problem.yaml": text})).remarks
    assert len(remarks) == notes
    assert all(
        "limits.time_limit 0.5 s is not a multiple of limits.time_resolution" in one for one in remarks
    )


def test_what_is_said_of_visualizers_and_readers_only_informs(tmp_path: Path) -> None:
    said = "input_visualizer_args: [a]\noutput_visualizer_args: [b]\nfull_feedback: true\n"
    case = f"{said}hint: Twice\ndescription: An even number\n"
    package = package_of(loaded(tmp_path, **{GROUP: said, CASE: case}))
    assert package.remarks == ()
    given = [(test.args, test.validator_args, test.input_validator_args) for test in package.tests]
    assert given == [((), (), ())] * 3


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("args", "args"),
        ("input_validator_args", "input_validator_args"),
        ("output_validator_args", "validator_args"),
    ],
)
def test_a_case_says_otherwise_than_its_group(tmp_path: Path, key: str, field: str) -> None:
    package = package_of(loaded(tmp_path, **{GROUP: f"{key}: [a, 1.5]\n", CASE: f"{key}: [c]\n"}))
    assert [getattr(test, field) for test in package.tests] == [(), ("c",), ("a", "1.5")]


BAD_CASES: list[tuple[str, str, str]] = [
    *((file, f"{key}: a", f"'{key}' must be a list of texts, found 'a'") for key in LISTS for file in (GROUP, CASE)),
    *((file, "input_validator_args: 3", "'input_validator_args' must be a list of texts") for file in (GROUP, CASE)),
    *((file, "full_feedback: 1", "'full_feedback' must be true or false, found 1") for file in (GROUP, CASE)),
    (GROUP, "static_validator_args: a", "'static_validator_args' must be a list of texts, found 'a'"),
    (GROUP, "hint: a", "unknown key 'hint'"),
    (CASE, "max_score: 1", "unknown key 'max_score'"),
    (CASE, "hint: 3", "'hint': Expected str, got int, found 3"),
    (CASE, "description: 3", "'description': Expected str, got int, found 3"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("file", "line", "message"), BAD_CASES, ids=[f"{row[0]} {row[1]}" for row in BAD_CASES]
)
def test_a_bad_key_of_a_group_or_case_is_named(tmp_path: Path, file: str, line: str, message: str) -> None:
    with pytest.raises(JudgeError, match=f"{file}, line 1: {message}"):
        loaded(tmp_path, **{file: f"{line}\n"})


def test_what_is_said_of_submissions(tmp_path: Path) -> None:
    text = (
        "accepted/right.py:\n"
        "  language: python3\n"
        "  entrypoint: right.py\n"
        "  authors: [{name: A. N. Other, email: other@example.org}, Another]\n"
        "  model_solution: true\n"
        "  permitted: [AC]\n"
        "  required: [AC]\n"
        "  message: fine\n"
        "  use_for_time_limit: false\n"
    )
    rules = package_of(loaded(tmp_path, **{RULES: text})).rules
    assert rules.language_of("accepted/right.py") == "python3"
    assert rules.entry_point_of("accepted/right.py") == "right.py"
    assert rules.uses.of("accepted/right.py") is Use.NONE
    default, own = rules.of("accepted/right.py")
    assert own.permitted == own.required == {"AC"}
    assert own.message == "fine"
    assert deviation([default, own], [("secret/1", Verdict.AC, "all fine")]) == ""
    silent = deviation([default, own], [("secret/1", Verdict.AC, "")])
    assert silent == "no message on a test contains 'fine'"


BAD_RULES = [
    ("language: 3", "'language': Expected str | null, got int, found 3"),
    ("entrypoint: 3", "'entrypoint': Expected str | null, got int, found 3"),
    ("authors: 3", "'authors' must be a name, a map with the key 'name', or a list of them, found 3"),
    ("model_solution: 1", "'model_solution' must be true or false, found 1"),
    ("permitted: AC", "'permitted' must be a list of AC, WA, TLE and RTE, found 'AC'"),
    ("permitted: []", "'permitted' must be a list of AC, WA, TLE and RTE"),
    ("required: [CE]", "'required' must be a list of AC, WA, TLE and RTE, found"),
    ("score: 3", "the key 'score' must not be given: the problem is not of type scoring"),
    ("message: 3", "'message': Expected str, got int, found 3"),
    (
        "use_for_time_limit: maybe",
        "'use_for_time_limit' must be true, false, 'lower' or 'upper', found 'maybe'",
    ),
]


@pytest.mark.parametrize(("line", "message"), BAD_RULES, ids=[row[0] for row in BAD_RULES])
def test_a_bad_key_of_submissions_yaml_is_named(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(JudgeError) as caught:
        loaded(tmp_path, **{RULES: f"accepted/right.py:\n  {line}\n"})
    assert f"{RULES}, line" in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("glob", "matched"),
    [
        ("secret/1-*", {"secret/1-two"}),
        ("{sample,secret/1-two}", {"sample/1", "secret/1-two"}),
        ("*/{1,2-*}", {"sample/1", "secret/2-five"}),
        ("s{ample,ecret}", {"sample/1", "secret/1-two", "secret/2-five"}),
        ("*", {"sample/1", "secret/1-two", "secret/2-five"}),
    ],
)
def test_a_glob_of_tests_may_begin_with_any_pattern(tmp_path: Path, glob: str, matched: set[str]) -> None:
    said = f"accepted/right.py:\n  '{glob}': {{permitted: [AC]}}\n"
    package = package_of(loaded(tmp_path, **{RULES: said}))
    *_, own = package.rules.of("accepted/right.py")
    assert {test.name for test in package.tests if own.is_about(test.name)} == matched


@pytest.mark.parametrize(
    "key", ["permited", "{permited,requird}", "data/secret", "accepted/*", "", "{a,b}" * 20]
)
def test_what_matches_no_test_is_an_unknown_key(tmp_path: Path, key: str) -> None:
    with pytest.raises(JudgeError) as caught:
        loaded(tmp_path, **{RULES: f"accepted/right.py:\n  '{key}': {{permitted: [AC]}}\n"})
    assert f"unknown key '{key}'" in str(caught.value)


EXCLUSIVE = [
    (".in.statement", ".interaction"),
    (".out", ".ans.statement"),
    (".out", ".interaction"),
    (".ans.statement", ".interaction"),
    (".out", ".ans.download"),
    (".png", ".svg"),
    (".jpg", ".jpeg"),
]


@pytest.mark.parametrize(("first", "second"), EXCLUSIVE)
def test_files_of_a_case_that_exclude_each_other(tmp_path: Path, first: str, second: str) -> None:
    for name in (first, second):
        loaded(tmp_path / name, **{f"data/sample/1{name}": ""})
    within: dict[str, str | None] = {f"data/sample/1.files/a{name}": "" for name in (first, second)}
    loaded(tmp_path / "within", **within)
    with pytest.raises(
        JudgeError, match=rf"sample/1\{first}: a test case may have one of .*, found .*\{second}"
    ):
        loaded(tmp_path / "both", **{f"data/sample/1{name}": "" for name in (first, second)})


ANYTHING: dict[str, str | None] = {
    "a.in": "1\n",
    "b.ans": "2\n",
    "c.in": "1\n",
    "c.ans": "2\n",
    "d/1.in": "1\n",
    "e.interaction": "what it says\n",
    "f.in.statement": "1\n",
    "test_group.yaml": "what: it says\n",
}


@pytest.mark.parametrize(
    "case", ["sample/1", "secret/1-two", "secret/2-five", "invalid_input/x", "valid_output/x"]
)
def test_the_files_of_a_case_may_be_anything(tmp_path: Path, case: str) -> None:
    of_x: dict[str, str | None] = {f"data/{case}{ending}": "7\n" for ending in (".in", ".ans", ".out")}
    given = of_x if case.endswith("/x") else {}
    there = {f"data/{case}.files/{name}": text for name, text in ANYTHING.items()}
    alone = package_of(loaded(tmp_path / "alone", **given))
    beside = package_of(loaded(tmp_path / "beside", **given, **there))
    for kind in ("tests", "invalid_inputs", "valid_inputs"):
        names = [test.name for test in getattr(beside, kind)]
        assert names == [test.name for test in getattr(alone, kind)]
    assert beside.interactions == alone.interactions == {}
    assert beside.remarks == alone.remarks
    for name in ("a.in", "test_group.yaml"):
        with pytest.raises(JudgeError, match=name):
            loaded(tmp_path / name, **given, **{f"data/secret/other/{name}": ANYTHING[name]})


def test_a_test_case_is_not_called_like_the_file_of_its_group(tmp_path: Path) -> None:
    files: dict[str, str | None] = {"data/secret/test_group.in": "1\n", "data/secret/test_group.ans": "2\n"}
    with pytest.raises(JudgeError, match=r"test_group.in: a test case must not be called test_group"):
        loaded(tmp_path, **files)


def test_a_test_case_is_not_called_like_a_folder_beside_it(tmp_path: Path) -> None:
    files: dict[str, str | None] = {"data/secret/1-two/a/1.in": "1\n", "data/secret/1-two/a/1.ans": "2\n"}
    with pytest.raises(
        JudgeError, match=r"1-two.in: a test case must not be called like the folder .*1-two/"
    ):
        loaded(tmp_path, **files)
    loaded(tmp_path / "good", **{name.replace("1-two/", "1/"): text for name, text in files.items()})


TOLD = [
    *(
        f"data/sample/1{ending}"
        for ending in (".in.statement", ".ans.statement", ".in.download", ".ans.download")
    ),
    "data/secret/1-two.txt",
    "data/other/1.in",
    "submissions/mine/a.py",
    "notes.txt",
]


@pytest.mark.parametrize("file", TOLD)
def test_a_file_that_is_not_used_is_noted(tmp_path: Path, file: str) -> None:
    [remark] = package_of(loaded(tmp_path, **{file: ""})).remarks
    assert remark.startswith(f"{file} is not")


def test_a_folder_of_attachments_is_noted(tmp_path: Path) -> None:
    [remark] = package_of(loaded(tmp_path, **{"attachments/tools/check.py": ""})).remarks
    assert remark.startswith("attachments/tools/ is not used")


QUIET = [
    "attachments/tool.py",
    "attachments/templates/cpp/a.cpp",
    "solution/solution.en.md",
    "generators/make.py",
    "input_visualizer/draw.py",
    "output_visualizer/draw.py",
    "README.md",
    "LICENSE",
    "statement/picture.png",
    "data/secret/1-two.png",
    "data/secret/1-two.jpg",
    "data/secret/1-two.jpeg",
    "data/secret/1-two.svg",
]


@pytest.mark.parametrize("file", QUIET)
def test_a_file_that_only_informs_is_no_fault(tmp_path: Path, file: str) -> None:
    assert package_of(loaded(tmp_path, **{file: ""})).remarks == ()
