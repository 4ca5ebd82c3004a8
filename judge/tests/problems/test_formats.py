"""Good packages of every format, as a folder and as a zip file, become problems of one model."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.judging.expected import deviation
from judge.judging.verdicts import Verdict
from judge.problems.broken import load_usable
from judge.problems.formats.find import is_package, load_package
from judge.problems.model import Package, Problem
from judge.problems.submission_rules import VERDICTS, exactly
from judge.problems.submission_uses import Use
from judge.problems.time_rule import LimitSource
from judge.project.build import SOLVERS
from judge.project.host import JudgeHost
from judge.tests.conftest import CMake
from judge.tests.packages import DOMJUDGE, LEGACY, PLAIN, VERSION_2025_09, Files, written, zipped

FORMATS = {"legacy": LEGACY, "2025-09": VERSION_2025_09, "DOMjudge": DOMJUDGE, "plain folder": PLAIN}


def package_of(problem: Problem) -> Package:
    assert problem.package is not None
    return problem.package


def loaded(folder: Path, files: Files, **changes: str | bytes | None) -> Problem:
    return load_package(str(written(folder / "double", files, **changes)))


@pytest.mark.parametrize("name", FORMATS)
def test_a_package_is_known_by_what_is_in_it(tmp_path: Path, name: str) -> None:
    problem = loaded(tmp_path, FORMATS[name])
    package = package_of(problem)
    assert package.format == name
    assert [test.is_sample for test in package.tests] == sorted(
        (test.is_sample for test in package.tests), reverse=True
    )
    assert all(test.input.is_file() and test.answer.is_file() for test in package.tests)


@pytest.mark.parametrize("prefix", ["", "double/"])
@pytest.mark.parametrize("name", FORMATS)
def test_a_zip_file_is_the_same_as_its_folder(tmp_path: Path, name: str, prefix: str) -> None:
    folder = loaded(tmp_path, FORMATS[name])
    file = zipped(tmp_path / "double.zip", FORMATS[name], prefix)
    assert is_package(str(file))
    archived = load_package(str(file))
    assert (archived.id, archived.names, archived.limits) == (folder.id, folder.names, folder.limits)
    assert [test.name for test in package_of(archived).tests] == [
        test.name for test in package_of(folder).tests
    ]
    there, inside = (
        problem.lasting_place(package_of(problem).tests[0].input) for problem in (folder, archived)
    )
    assert Path(there).is_file()
    assert inside == f"{Path(there).relative_to(folder.folder)} in {file}", (
        "what was unpacked goes with the judge"
    )


def test_legacy_says_this(tmp_path: Path) -> None:
    limits = (
        "limits: {memory: 64, time_multiplier: 3, time_safety_margin: 1.5}\nvalidator_flags: case_sensitive\n"
    )
    problem = loaded(
        tmp_path,
        LEGACY,
        **{
            "problem.yaml": f"name: Double\nauthor:\n{limits}",
            "data/secret/testdata.yaml": "output_validator_flags: float_tolerance 1e-6\n",
            "data/sample/1.hint": "Twice!\n",
        },
    )
    assert (problem.id, problem.title) == ("double", "Double")
    assert problem.limits.memory_bytes == 64 << 20
    assert (problem.time_rule.ac_to_time_limit, problem.time_rule.time_limit_to_tle) == (3, 1.5)
    assert problem.limits.time_source is LimitSource.UNKNOWN
    sample, secret, _ = package_of(problem).tests
    assert sample.validator_args == ("case_sensitive",)
    assert secret.validator_args == ("case_sensitive", "float_tolerance", "1e-6")
    assert package_of(problem).remarks == ()


def test_the_name_may_be_a_map_as_in_packages_for_domjudge(tmp_path: Path) -> None:
    files = {"problem.yaml": "name:\n  en: Double\n  de: Doppelt\n"}
    for number, format_files in enumerate((LEGACY, DOMJUDGE)):
        assert loaded(tmp_path / str(number), format_files, **files).names == {
            "en": "Double",
            "de": "Doppelt",
        }


def test_the_name_may_stand_in_the_statement_alone(tmp_path: Path) -> None:
    assert loaded(tmp_path, LEGACY, **{"problem.yaml": ""}).title == "Double"


def test_2025_09_says_this(tmp_path: Path) -> None:
    text = str(VERSION_2025_09["problem.yaml"])
    problem = loaded(
        tmp_path,
        VERSION_2025_09,
        **{
            "problem.yaml": f"{text}languages: [python3, cpp]\n",
            "data/secret/test_group.yaml": "output_validator_args: [a]\ninput_validator_args: [b]\n",
            "data/secret/2-five.yaml": "output_validator_args: [c, 7]\nhint: Twice\n",
            "data/invalid_input/letter.in": "x\n",
            "data/invalid_output/1.in": "1\n",
            "data/invalid_output/1.ans": "2\n",
            "data/invalid_output/1.out": "3\n",
            "data/secret/1-two.out": "4\n",
        },
    )
    package = package_of(problem)
    assert (problem.limits.time_s, problem.limits.time_source) == (2, LimitSource.PACKAGE)
    assert sorted(problem.languages or ()) == ["cpp", "python3"]
    assert [path.name for path in problem.output_validators] == ["output_validator"]
    assert [test.validator_args for test in package.tests] == [(), ("a",), ("c", "7")]
    assert [test.input_validator_args for test in package.tests] == [(), ("b",), ("b",)]
    assert [test.name for test in package.invalid_inputs] == ["invalid_input/letter"]
    assert [(one.test.name, one.is_right) for one in package.judged_outputs] == [
        ("invalid_output/1", False),
        ("secret/1-two", True),
    ]
    assert package.remarks == ()


def test_submissions_yaml_says_this(tmp_path: Path) -> None:
    rules = package_of(
        loaded(
            tmp_path,
            VERSION_2025_09,
            **{
                "submissions/mine/slow.py": "",
                "submissions/submissions.yaml": (
                    "mine: {permitted: [AC, TLE], required: [TLE]}\n"
                    "wrong_answer/*.{py,cpp}:\n"
                    "  language: python3\n"
                    "  entrypoint: squared.py\n"
                    "  message: not double\n"
                    "  sample: {permitted: [WA]}\n"
                    "  secret/1-*: {permitted: [AC], use_for_time_limit: false}\n"
                    "rejected/crashing.py: {use_for_time_limit: lower}\n"
                ),
            },
        )
    ).rules
    [of_folder] = rules.of("mine/slow.py")
    assert of_folder == exactly("TLE")
    default, message, sample, easy = rules.of("wrong_answer/squared.py")
    assert default.required == {"WA"}
    assert (message.message, sample.tests, sorted(easy.permitted)) == ("not double", "sample", ["AC"])
    assert easy.is_about("secret/1-two")
    assert not easy.is_about("secret/2-five")
    assert rules.language_of("wrong_answer/squared.py") == "python3"
    assert rules.entry_point_of("wrong_answer/squared.py") == "squared.py"
    assert rules.uses.of("mine/slow.py") is Use.UPPER
    assert rules.uses.of("rejected/crashing.py") is Use.LOWER
    assert rules.uses.of("wrong_answer/squared.py") is Use.LOWER
    assert rules.uses.of("accepted/right.py") is Use.LOWER


def test_domjudge_says_this(tmp_path: Path) -> None:
    problem = loaded(tmp_path, DOMJUDGE, **{".timelimit": "2\n", "problem.pdf": "%PDF"})
    assert (problem.id, problem.title, problem.limits.time_s) == ("dbl", "Double", 2)
    assert problem.statements["en"].name == "problem.pdf"
    [either] = package_of(problem).rules.of("mixed/either.py")
    assert either == exactly("WA", "RTE")


@pytest.mark.parametrize(
    ("files", "changes", "remark"),
    [
        (LEGACY, {}, "limits.time_limit 2.5 s is not in the format legacy"),
        (DOMJUDGE, {"domjudge-problem.ini": "name = x\n"}, ""),
        (DOMJUDGE, {"domjudge-problem.ini": "timelimit = 2.5\n", ".timelimit": "2.5\n"}, ""),
        (
            DOMJUDGE,
            {"domjudge-problem.ini": "timelimit = 3\n"},
            "timelimit 3 in domjudge-problem.ini is not used",
        ),
        (
            DOMJUDGE,
            {"domjudge-problem.ini": "timelimit = 3\n", ".timelimit": "2.5\n"},
            "timelimit 3 in domjudge-problem.ini is not used",
        ),
    ],
)
def test_a_time_limit_in_an_older_problem_yaml_is_binding(
    tmp_path: Path, files: Files, changes: dict[str, str], remark: str
) -> None:
    """Goes before the one in domjudge-problem.ini, as in DOMjudge."""
    yaml = "name: Double\nlimits: {time_limit: 2.5, time_multiplier: 3}\n"
    problem = loaded(tmp_path, files, **changes, **{"problem.yaml": yaml})
    assert (problem.limits.time_s, problem.limits.time_source) == (2.5, LimitSource.PACKAGE)
    assert (problem.time_rule.time_limit_s, problem.time_rule.ac_to_time_limit) == (2.5, 3)
    said = [one for one in package_of(problem).remarks if "time" in one and "limit" in one]
    assert len(said) == bool(remark)
    assert all(one.startswith(remark) for one in said)


def test_a_package_that_a_domjudge_exported_names_its_validator_twice(tmp_path: Path) -> None:
    """The setting names the program on that DOMjudge, whose files are in the package."""
    changes = {
        "domjudge-problem.ini": "name='Double'\ntimelimit='2'\nspecial_run=''\nspecial_compare='double_cmp'\n",
        "problem.yaml": "name: Double\nvalidation: custom\n",
        "output_validators/double_cmp/validate.py": "import sys\nsys.exit(42)\n",
    }
    problem = loaded(tmp_path, DOMJUDGE, **changes)
    assert [program.path.name for program in problem.output_validators] == ["double_cmp"]


def test_in_a_scoring_package_of_domjudge_other_groups_may_fail_in_other_ways(tmp_path: Path) -> None:
    """The verdict there is that of the first failure, and groups after it are judged."""
    changes = {
        "problem.yaml": "name: Double\ntype: scoring\n",
        "submissions/wrong_answer/squared.py": "print(int(input()) ** 2)\n",
        "submissions/partial/built.cpp": "// @EXPECTED_RESULTS@: COMPILER-ERROR\n",
    }
    rules = package_of(loaded(tmp_path, DOMJUDGE, **changes)).rules
    [right], [tagged], [of_folder] = map(
        rules.of, ("accepted/right.py", "mixed/either.py", "wrong_answer/squared.py")
    )
    assert right.permitted == {"AC"}
    assert tagged.permitted == of_folder.permitted == VERDICTS
    assert (tagged.required, of_folder.required) == (frozenset({"WA", "RTE"}), frozenset({"WA"}))
    assert rules.of("partial/built.cpp") == rules.of("compiler_error/built.cpp")


@pytest.mark.parametrize(
    ("source", "remark"),
    [
        ("# @EXPECTED_RESULTS@: GOOD\n", "submissions/mixed/a.py: @EXPECTED_RESULTS@: unknown result 'GOOD'"),
        (
            "# @EXPECTED_RESULTS@: CORRECT\n" * 2,
            "submissions/mixed/a.py: @EXPECTED_RESULTS@ is there 2 times",
        ),
        ("print(1)\n", "submissions/mixed/a.py is not judged: nothing says"),
    ],
)
def test_what_a_source_says_of_its_results_may_be_unclear(tmp_path: Path, source: str, remark: str) -> None:
    package = package_of(loaded(tmp_path, DOMJUDGE, **{"submissions/mixed/a.py": source}))
    assert any(one.startswith(remark) for one in package.remarks)
    assert package.rules.of("mixed/a.py") == ()


def test_a_plain_folder_has_samples_if_a_folder_says_so(tmp_path: Path) -> None:
    tests = package_of(loaded(tmp_path, PLAIN)).tests
    assert [(test.name, test.answer.name) for test in tests] == [("sample/2", "2.ans"), ("secret/1", "1.out")]


REMARKS: list[tuple[Files, dict[str, str | bytes | None], str]] = [
    (LEGACY, {"notes.txt": ""}, "notes.txt is not used"),
    (LEGACY, {"data/secret/1-two.txt": ""}, "data/secret/1-two.txt is not used"),
    (LEGACY, {"data/more/1.in": ""}, "data/more/1.in is not used"),
    (
        LEGACY,
        {"data/bad/1.in": "", "data/bad/2.in": "", "data/bad/2.ans": ""},
        "data/bad/ is not used: its name is invalid_input or invalid_answer now, in packages of version 2025-09.",
    ),
    (
        LEGACY,
        {"data/invalid_inputs/1.in": "", "data/invalid_inputs/2.in": ""},
        "data/invalid_inputs/ is not used: its name is invalid_input now, in packages of version 2025-09. Rename it.",
    ),
    (LEGACY, {"submissions/slow/a.py": ""}, "submissions/slow/a.py is not judged"),
    (LEGACY, {"submissions/a.py": ""}, "submissions/a.py is not judged"),
    (LEGACY, {"input_validators/a.ctd": ""}, "a.ctd does not check the inputs: .ctd files are not supported"),
    (
        LEGACY,
        {"input_validators/all.sh": ""},
        "all.sh does not check the inputs: .sh files are not supported",
    ),
    (LEGACY, {"input_validators/validate.py": None}, "input_validators/ is missing or empty"),
    (
        LEGACY,
        {"submissions/accepted/a/build": "", "submissions/accepted/a/a.c": ""},
        "accepted/a/build is not run",
    ),
    (
        VERSION_2025_09,
        {"submissions/accepted/a/run": "", "submissions/accepted/a/a.c": ""},
        "a/run is not run: only",
    ),
    (VERSION_2025_09, {"data/sample/1.in.statement": ""}, "data/sample/1.in.statement is not used"),
    (
        VERSION_2025_09,
        {"data/valid_outputs/1.in": "", "data/valid_outputs/1.out": ""},
        "data/valid_outputs/ is not used: its name is valid_output now, in packages of version 2025-09. Rename it.",
    ),
    (
        VERSION_2025_09,
        {"submissions/submissions.yaml": "# Ours\naccepted/no.py: {permitted: [AC]}\n"},
        "submissions/submissions.yaml, line 2: the glob 'accepted/no.py' matches no submission",
    ),
    (
        VERSION_2025_09,
        {"data/invalid_answer/test_group.yaml": "answer_validator_args: [a]\n"},
        "data/invalid_answer/test_group.yaml is not used",
    ),
    (
        VERSION_2025_09,
        {"data/test_group.yaml": "output_validator_args: [a]\n"},
        "data/test_group.yaml: its arguments hold for all test cases",
    ),
    (
        {
            **LEGACY,
            "problem.yaml": f"{LEGACY['problem.yaml']!s}validation: custom\n",
            "output_validators/mine.py": "",
        },
        {"output_validators/other.ctd.template": ""},
        "output_validators/other.ctd.template is not used: it is a template of a validator, not one",
    ),
    (
        VERSION_2025_09,
        {"input_validators/other.viva.template": ""},
        "input_validators/other.viva.template is not used",
    ),
    (
        VERSION_2025_09,
        {"data/sample/said.in.download": ""},
        "data/sample/said.in.download is not used: a sample's own",
    ),
    (VERSION_2025_09, {"data/secret/testdata.yaml": "a: b\n"}, "data/secret/testdata.yaml is not used"),
    (VERSION_2025_09, {"data/secret/no-case.out": "1\n"}, "data/secret/no-case.out is not used"),
    (PLAIN, {"1.txt": ""}, "1.txt is not used"),
]


@pytest.mark.parametrize(("files", "changes", "remark"), REMARKS, ids=[row[2] for row in REMARKS])
def test_what_is_not_used_is_told(
    tmp_path: Path, files: Files, changes: dict[str, str | bytes | None], remark: str
) -> None:
    [found] = package_of(loaded(tmp_path, files, **changes)).remarks
    assert remark in found


@pytest.mark.parametrize("draft", ["2025-09-draft", "2023-07-draft", "2023-07"])
def test_a_draft_is_read_as_the_format_that_it_became(tmp_path: Path, draft: str) -> None:
    text = str(VERSION_2025_09["problem.yaml"]).replace("2025-09", draft, 1)
    package = package_of(loaded(tmp_path, VERSION_2025_09, **{"problem.yaml": text}))
    assert package.format == "2025-09"
    assert package.remarks == (f"format '{draft}' was a draft of 2025-09: the package is read as of 2025-09",)


@pytest.mark.parametrize("language", ["de", "pt-BR", "zh-Hans"])
def test_a_statement_has_a_language_with_a_region_or_a_script(tmp_path: Path, language: str) -> None:
    problem = loaded(
        tmp_path, LEGACY, **{f"problem_statement/problem.{language}.tex": "\\problemname{Doppelt}\n"}
    )
    assert {*problem.statements} == {"en", language}
    assert problem.names[language] == "Doppelt"


def test_an_early_draft_has_folders_of_other_names(tmp_path: Path) -> None:
    old = str(VERSION_2025_09["problem.yaml"]).replace("2025-09", "2023-07-draft", 1)
    names = {"statement/": "problem_statement/", "output_validator/": "output_validators/mine/"}
    changes: dict[str, str | bytes | None] = {"problem.yaml": old}
    for name, text in VERSION_2025_09.items():
        for new, early in names.items():
            if name.startswith(new):
                changes |= {name: None, name.replace(new, early): text}
    problem = loaded(tmp_path, VERSION_2025_09, **changes)
    assert {path.parent.name for path in problem.statements.values()} == {"problem_statement"}
    assert [program.path.name for program in problem.output_validators] == ["mine"]
    [remark] = package_of(problem).remarks
    assert remark.endswith(
        ", but problem_statement/ as statement/ and output_validators/ as output_validator/"
    )


def test_a_draft_may_have_the_groups_of_legacy(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "problem.yaml": str(VERSION_2025_09["problem.yaml"]).replace("2025-09", "2023-07-draft", 1),
        "data/testdata.yaml": "input_validator_flags: -a 1\n",
        "data/secret/testdata.yaml": "output_validator_flags: float_tolerance 1e-6\non_reject: continue\n",
    }
    package = package_of(loaded(tmp_path, VERSION_2025_09, **files))
    assert {test.input_validator_args for test in package.tests} == {("-a", "1")}
    assert {(test.is_sample, test.validator_args) for test in package.tests} == {
        (True, ()),
        (False, ("float_tolerance", "1e-6")),
    }
    assert package.continued_groups == {"secret"}
    [remark] = package.remarks
    assert remark.endswith("is read as of 2025-09, but testdata.yaml as of legacy")


def test_arguments_for_all_test_cases_hold_as_far_as_a_group_has_no_others(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {
        "data/test_group.yaml": "output_validator_args: [a]\nargs: [b]\n",
        "data/secret/test_group.yaml": "args: [c]\n",
    }
    tests = package_of(loaded(tmp_path, VERSION_2025_09, **files)).tests
    assert {test.validator_args for test in tests} == {("a",)}
    assert {(test.is_sample, test.args) for test in tests} == {(True, ("b",)), (False, ("c",))}


def test_files_of_other_tools_are_passed_over(tmp_path: Path) -> None:
    hidden: dict[str, str | bytes] = {
        ".git/config": "",
        "data/secret/.swp": "",
        "submissions/accepted/__pycache__/right.pyc": b"\0",
    }
    assert package_of(loaded(tmp_path, LEGACY, **hidden)).remarks == ()


def test_a_link_within_the_package_is_followed(tmp_path: Path) -> None:
    folder = written(tmp_path / "double", LEGACY)
    (folder / "data/secret/3.in").symlink_to("../sample/1.in")
    (folder / "data/secret/3.ans").symlink_to("../sample/1.ans")
    assert package_of(load_package(str(folder))).tests[-1].input.read_text() == "3\n"


def test_a_package_needs_nothing_of_the_build_but_the_runner(
    tree: JudgeHost, tmp_path: Path, cmake: CMake
) -> None:
    builds = tree.with_installation(builds=True)
    load_usable(builds, [str(written(tmp_path / "double", PLAIN))], SOLVERS)
    assert cmake.built == ["judge-solvers-packages"]


def test_what_authors_keep_beside_a_legacy_package_only_informs(tmp_path: Path) -> None:
    files = {"generators/make.py": "", "solution/problem.en.tex": "", "attachments/a.txt": ""}
    package = package_of(loaded(tmp_path, LEGACY, **files))
    assert package.remarks == package_of(loaded(tmp_path / "plain", LEGACY)).remarks


def test_sections_of_an_ini_file_are_passed_over(tmp_path: Path) -> None:
    files = {"domjudge-problem.ini": "[DOMjudge]\nshort-name = dbl\ntimelimit = 2\n"}
    problem = loaded(tmp_path, DOMJUDGE, **files)
    assert (problem.id, problem.limits.time_s) == ("dbl", 2)


def test_headers_lie_beside_the_programs_of_their_folder(tmp_path: Path) -> None:
    files = {
        "problem.yaml": "name: Double\nvalidation: custom\n",
        "output_validators/check.cpp": "",
        "output_validators/look.py": "",
        "output_validators/testlib.h": "",
        "input_validators/validate.cpp": "",
        "input_validators/testlib.h": "",
    }
    problem = load_package(str(written(tmp_path / "double", LEGACY, **files)))
    programs = (*problem.output_validators, *package_of(problem).input_validators)
    beside = {program.name: [path.name for path in program.beside] for program in programs}
    assert beside == {
        "check.cpp": ["testlib.h"],
        "look.py": [],
        "validate.cpp": ["testlib.h"],
        "validate.py": [],
    }


def test_in_packages_of_domjudge_and_bapctools_a_flood_is_too_slow(tmp_path: Path) -> None:
    """A program whose output is cut off at its limit goes on until the time limit."""
    flood = [("secret/1", Verdict.OLE, "")]
    for name, is_right in (("DOMjudge", True), ("legacy", False), ("2025-09", True)):
        wanted = package_of(loaded(tmp_path / name, FORMATS[name])).rules.of("time_limit_exceeded/flood.c")
        assert (deviation(wanted, flood) == "") == is_right
        assert deviation(wanted, [("secret/1", Verdict.TLE, "")]) == ""
        assert deviation(wanted, [("secret/1", Verdict.RTE, "")])


def test_a_domjudge_package_may_have_the_validator_of_newer_ones(tmp_path: Path) -> None:
    files = {"problem.yaml": "name: Double\nvalidation: custom\n", "output_validator/validate.py": "1\n"}
    problem = load_package(str(written(tmp_path / "double", DOMJUDGE, **files)))
    assert [program.path.name for program in problem.output_validators] == ["output_validator"]
    both = written(tmp_path / "both", DOMJUDGE, **files, **{"output_validators/a.py": "1\n"})
    with pytest.raises(JudgeError, match="output_validator/ and output_validators/ at once"):
        load_package(str(both))
    with pytest.raises(JudgeError, match="two formats at once, output_validator/"):
        load_package(str(written(tmp_path / "legacy", LEGACY, **files)))


def test_a_domjudge_takes_more_code_by_default(tmp_path: Path) -> None:
    files = {"problem.yaml": "name: Double\nlimits: {code: 64}\n"}
    assert load_package(str(written(tmp_path / "a", DOMJUDGE))).limits.code_bytes == 256 << 10
    assert load_package(str(written(tmp_path / "b", DOMJUDGE, **files))).limits.code_bytes == 64 << 10
    assert load_package(str(written(tmp_path / "c", LEGACY))).limits.code_bytes == 128 << 10


def test_a_domjudge_package_says_where_submissions_start(tmp_path: Path) -> None:
    files = {
        "submissions.json": '{"submissions/accepted/two/": {"entry_point": "b.py"}, "x": {"team": 1}}',
        "submissions/accepted/two/a.py": "",
        "submissions/accepted/two/b.py": "",
    }
    package = load_package(str(written(tmp_path / "double", DOMJUDGE, **files))).package
    assert package
    assert package.rules.entry_point_of("accepted/two") == "b.py"
    assert package.rules.entry_point_of("accepted/right.py") is None
    assert [one.permitted for one in package.rules.of("accepted/two")] == [frozenset({"AC"})]
    with pytest.raises(JudgeError, match=r"submissions.json: expected a map of submissions, found list"):
        load_package(str(written(tmp_path / "bad", DOMJUDGE, **{"submissions.json": "[]"})))


def test_a_name_without_a_statement_and_a_statement_without_a_name_are_noted(tmp_path: Path) -> None:
    names = str(VERSION_2025_09["problem.yaml"]).replace("Double", "{en: Double, sv: Dubbel}")
    problem = loaded(
        tmp_path, VERSION_2025_09, **{"problem.yaml": names, "statement/problem.da.md": "Dobbelt.\n"}
    )
    noted = package_of(problem).remarks
    assert [("'da'" in one, "'sv'" in one) for one in noted if "is missing, though" in one] == [
        (True, False),
        (False, True),
    ]
    assert {*problem.statements} == {"da", "en"}
    assert loaded(tmp_path / "other", VERSION_2025_09).package != problem.package


@pytest.mark.parametrize("name", ["legacy", "2025-09", "DOMjudge"])
def test_samples_alone_are_judged_and_that_is_noted(tmp_path: Path, name: str) -> None:
    files = {path: text for path, text in FORMATS[name].items() if not path.startswith("data/secret")}
    package = package_of(loaded(tmp_path, files))
    assert [test.name for test in package.tests] == ["sample/1"]
    assert any("data/secret/ has no test case" in remark for remark in package.remarks)
    whole = package_of(loaded(tmp_path / "whole", FORMATS[name]))
    assert not any("data/secret/ has no test case" in remark for remark in whole.remarks)


def test_some_tests_of_a_submission_may_bound_the_time_limit_otherwise(tmp_path: Path) -> None:
    said = """\
mixed: {permitted: [AC, TLE], sample: {use_for_time_limit: lower}, "secret/*-five": {use_for_time_limit: upper}}
accepted: {secret: {use_for_time_limit: false}}
"""
    problem = loaded(
        tmp_path, VERSION_2025_09, **{"submissions/submissions.yaml": said, "submissions/mixed/a.py": ""}
    )
    uses = package_of(problem).rules.uses
    tests = [test.name for test in package_of(problem).tests]
    assert tests == ["sample/1", "secret/1-two", "secret/2-five"]
    assert [uses.on("mixed/a.py", test) for test in tests] == [Use.LOWER, Use.NONE, Use.UPPER]
    assert [uses.on("accepted/right.py", test) for test in tests] == [Use.LOWER, Use.NONE, Use.NONE]
    assert [uses.on("rejected/crashing.py", test) for test in tests] == [Use.NONE] * 3
