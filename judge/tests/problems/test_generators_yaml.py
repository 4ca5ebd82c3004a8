"""generators/generators.yaml: names, seeds and files of the cases that it describes; its defects with their lines."""

from pathlib import Path

import pytest
import yaml

from judge.base.errors import JudgeError
from judge.problems.described import DescribedData
from judge.problems.formats import generators_yaml
from judge.problems.formats.find import load_package
from judge.problems.formats.generators_case import FILE
from judge.problems.formats.generators_yaml import described_data
from judge.problems.formats.tree import tree_of
from judge.tests.packages import CASES, DOMJUDGE, LEGACY, VERSION_2025_09, written

PROGRAMS = {
    "generators/random.py": "",
    "generators/lib.py": "",
    "generators/folder/main.py": "",
    "generators/manual/small.in": "1\n",
    "generators/manual/small.ans": "2\n",
}


def described(folder: Path, text: str, constants: dict[str, str] | None = None) -> DescribedData:
    written(folder / "double", {**VERSION_2025_09, **PROGRAMS, FILE: text})
    return described_data(tree_of(folder / "double"), constants or {})


def names(folder: Path, text: str) -> list[str]:
    return [case.name for case in described(folder, text).cases]


def test_cases_of_lists_are_numbered_through_the_whole_file(tmp_path: Path) -> None:
    text = """\
data:
  secret:
    data:
    - first: random.py 1
    - "": random.py 2
    - group:
        data:
        - ~: random.py 3
        - last: {generate: "random.py {count}", count: 3..=4}
    - named: {data: {b: random.py 5, a: random.py 6}}
    - counted: {generate: "random.py {seed} {count}", count: [-1, 7, 9]}
    - negative: {generate: "random.py {count}", count: -1..=0}
  sample:
    data:
    - "": {in: "1"}
    - other: {in: "2"}
"""
    assert names(tmp_path, text) == [
        "sample/01",
        "sample/02-other",
        "secret/03-first",
        "secret/04",
        "secret/1-group/05",
        "secret/1-group/06-last-3",
        "secret/1-group/07-last-4",
        "secret/2-named/a",
        "secret/2-named/b",
        "secret/08-counted--1",
        "secret/09-counted-7",
        "secret/10-counted-9",
        "secret/11-negative--1",
        "secret/12-negative-00",
    ]


@pytest.mark.parametrize(
    ("case", "seed", "arguments"),
    [
        ("'random.py {seed}'", 1597083754, ("{seed}",)),
        ("'  random.py {seed}  '", 1597083754, ("{seed}",)),
        ("{generate: 'random.py {seed}', random_salt: salt}", 1610642706, ("{seed}",)),
        ("{generate: 'random.py {seed}', random_salt: salt, count: [2]}", 1758538471, ("{seed}",)),
        (
            "'random.py {seed:2} {{most}} {name}.in \"a b\"'",
            240476152,
            ("{seed:2}", "100", "testcase.in", "a b"),
        ),
    ],
)
def test_a_seed_is_the_hash_of_salt_number_and_command(
    tmp_path: Path, case: str, seed: int, arguments: tuple[str, ...]
) -> None:
    data = described(tmp_path, f"data:\n  secret:\n    data:\n      a: {case}\n", {"most": "100"})
    [found] = data.cases
    assert found.command is not None
    assert (found.command.seed, found.command.arguments) == (seed, arguments)


def test_files_solutions_and_configuration(tmp_path: Path) -> None:
    text = """\
solution: /submissions/accepted/right.py
generators: {both: [random.py, lib.py]}
retries: 3
data:
  sample:
    data:
      a: {in: no, ans: 1:30, yaml: {hint: two}, in.download: {link: in}, match: ["^no$"]}
  secret:
    solution:
    test_group.yaml: {output_validator_args: [float_tolerance, "1e-2"], full_feedback: true}
    data:
      b: {copy: manual/small, ans: "3\\n"}
      c: both 1
      d: folder 1
      e: manual/small.in
    include: a
  invalid_input:
    include: [secret]
"""
    data = described(tmp_path, text)
    a, b, c, d, e = data.cases
    assert a.texts == {"in": "no\n", "ans": "1:30\n", "yaml": "{hint: two}\n"}
    assert (a.links, a.patterns) == ({"in.download": "in"}, {"in": ("^no$",)})
    assert [path.name for path in a.solutions] == ["right.py"]
    assert {ending: path.name for ending, path in b.copies.items()} == {"in": "small.in", "ans": "small.ans"}
    assert (b.texts, b.solutions) == ({"ans": "3\n"}, ())
    assert c.command is not None
    assert [path.name for path in c.command.program.paths] == [
        "random.py",
        "lib.py",
    ]
    assert (c.command.program.entry_point, c.command.retries) == ("random.py", 3)
    assert d.command is not None
    assert d.command.program.path.name == "folder"
    assert {*e.copies} == {"in", "ans"}
    assert yaml.safe_load(data.files["secret/test_group.yaml"]) == {
        "output_validator_args": ["float_tolerance", "1e-2"],
        "full_feedback": True,
    }
    assert data.included == {
        "secret/a": "sample/a",
        **{
            f"invalid_input/{name[-1]}": name
            for name in ("sample/a", "secret/b", "secret/c", "secret/d", "secret/e")
        },
    }


def test_a_map_may_take_what_another_one_says(tmp_path: Path) -> None:
    text = "x: &x {in: '1', ans: '2'}\ndata: {secret: {data: {a: {<<: *x, ans: '3'}, b: *x}}}\n"
    found = {case.name: case.texts for case in described(tmp_path, text).cases}
    assert found == {"secret/a": {"in": "1\n", "ans": "3\n"}, "secret/b": {"in": "1\n", "ans": "2\n"}}


def test_without_a_solution_any_accepted_one_answers(tmp_path: Path) -> None:
    [case] = described(tmp_path, "data: {secret: {data: {a: random.py}}}\n").cases
    assert [path.name for path in case.solutions] == ["right.py"]


CASE = "data:\n  secret:\n    data:\n      a: "
DEFECTS = [
    ("- a\n", "generators.yaml: expected a map with the key 'data', found list"),
    ("data: [a]\n", "line 1: the folders of data/ must be a map"),
    ("data:\n  secert: {data: {}}\n", "line 2: unknown folder of data/ 'secert'. Did you mean 'secret'"),
    ("data:\n  secret: random.py\n", "line 2: expected a group, found 'random.py'"),
    ("data:\n  secret:\n    data: 3\n", "line 3: expected a map of cases and groups"),
    (
        "data:\n  secret:\n    data:\n    - {a: random.py, b: random.py}\n",
        "line 4: expected one case or group",
    ),
    (f"{CASE}rnadom.py 3\n", "line 4: unknown generator 'rnadom.py'. Did you mean 'random.py'"),
    (f"{CASE}'random.py \"'\n", "line 4: the command .* cannot be read: No closing quotation"),
    (f"{CASE}'random.py {{seed}} {{seed:2}}'\n", "line 4: {seed} may be there once"),
    (f"{CASE}''\n", "line 4: expected the command of a generator"),
    (f"{CASE}{{in: '1', seed: 3}}\n", "line 4: unknown key 'seed'"),
    (f"{CASE}{{in: [1]}}\n", "line 4: 'in' must be a text"),
    (f"{CASE}{{ans: '1'}}\n", "line 4: expected what the case is made by, 'generate'"),
    (
        f"{CASE}\n",
        "line 4: expected what the case is made by, 'generate', 'copy' or 'in', or data/secret/a.in",
    ),
    (f"{CASE}{{in: '1', count: 101}}\n", "line 4: 'count' must be a number up to 100"),
    (f"{CASE}{{in: '1', count: 3..=1}}\n", "line 4: 'count' must be"),
    (f"{CASE}{{in: '1', count: [1, 1]}}\n", "line 4: 'count' must be"),
    (f"{CASE}{{copy: manual/gone}}\n", "line 4: there is no file generators/manual/gone.in"),
    (f"{CASE}{{copy: ../data/secret/1-two}}\n", "line 4: there is no file"),
    (
        f"{CASE}{{in: '1', solution: /submissions/gone.py}}\n",
        "line 4: 'solution' must be a path in the package",
    ),
    (f"{CASE}{{in: '1', solution: right.py}}\n", "line 4: 'solution' must be a path in the package"),
    (f"{CASE}{{in: '1', retries: 0}}\n", "line 4: 'retries' must be from 1 to 100"),
    (f"{CASE}{{in: '1', match: '('}}\n", "line 4: '\\(' is not a regular expression"),
    (f"{CASE}{{in: '1', match: {{out: a}}}}\n", "line 4: 'match' must be for 'in' or 'ans'"),
    (f"{CASE}{{in: '1', in.download: {{link: ans}}}}\n", "line 4: 'link' must name another file of the case"),
    (
        "data:\n  secret:\n    data:\n      ../a: random.py\n",
        "line 4: a case or a group cannot be called '../a'",
    ),
    (
        "data:\n  secret:\n    include: [b]\n",
        "line 3: 'include' must name a case or a group above it: nothing is",
    ),
    ("generators: {a: [gone.py]}\ndata: {}\n", "line 1: the file generators/gone.py is missing"),
    ("data: {}\nsolution:\ndata: {}\n", "line 3: the key 'data' appears twice"),
    ("data: !!set [a]\n", "line 1"),
    ("data: {secret: {data: {[a]: random.py}}}\n", "line 1: a key must be a text"),
    (
        "data: &a\n  secret:\n    data: *a\n",
        "cannot be read|groups are nested more than|cannot be called|expected",
    ),
]


@pytest.mark.parametrize(("text", "message"), DEFECTS)
def test_a_defect_is_told_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(JudgeError, match=message):
        described(tmp_path, text)


def test_folders_under_an_old_name_are_left_out_with_the_name_of_today(tmp_path: Path) -> None:
    """BAPCtools used the plural until 2025, and leaves such folders out as well."""
    text = (
        "data:\n  secret:\n    data:\n      a: random.py 1\n  invalid_inputs:\n    data:\n      b: {in: x}\n"
    )
    found = described(tmp_path, text)
    assert [case.name for case in found.cases] == ["secret/a"]
    [remark] = found.remarks
    assert remark.endswith(
        "generators.yaml, line 5: 'invalid_inputs' is not used: its name is invalid_input now. Rename it."
    )


def test_aliases_within_aliases_end_soon(tmp_path: Path) -> None:
    lines = ["x0: &x0 {data: {a: random.py, b: random.py}}"]
    lines += [f"x{n}: &x{n} {{data: {{a: *x{n - 1}, b: *x{n - 1}, c: *x{n - 1}}}}}" for n in range(1, 25)]
    with pytest.raises(JudgeError, match=r"more than|cannot be read"):
        described(tmp_path, "\n".join([*lines, "data: {secret: *x24}", ""]))


@pytest.mark.parametrize("package", [LEGACY, VERSION_2025_09])
def test_a_package_without_its_data_says_how_they_are_made(tmp_path: Path, package: dict[str, str]) -> None:
    text = "data: {secret: {data: {a: random.py, b: random.py}}, sample: {data: {'1': {in: '3'}}}}\n"
    files = {**package, **PROGRAMS, FILE: text}
    bare = load_package(str(written(tmp_path / "bare", files, **dict.fromkeys(CASES))))
    assert bare.package
    assert bare.package.tests == ()
    assert any("lacks 3 of the 3 cases" in remark for remark in bare.package.remarks)
    some = load_package(str(written(tmp_path / "some", files)))
    assert some.package
    assert len(some.package.tests) == 3
    assert any("lacks 2 of the 3 cases" in remark for remark in some.package.remarks)
    damaged = load_package(str(written(tmp_path / "damaged", {**files, FILE: "data: 3\n"})))
    assert damaged.package
    assert any("no test data can be made: " in one for one in damaged.package.remarks)


def test_data_of_a_package_of_domjudge_are_described_too(tmp_path: Path) -> None:
    """The inputs that its cases copy are not tests in the wrong place."""
    text = "data: {secret: {data: [a: {copy: manual/small}]}}\n"
    written(tmp_path / "double", {**DOMJUDGE, **PROGRAMS, FILE: text})
    package = load_package(str(tmp_path / "double"), without_data=True).package
    assert package
    assert package.tests == ()


def test_ten_thousand_cases_are_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generators_yaml, "MOST_CASES", 3)
    with pytest.raises(JudgeError, match="line 1: there are more than 3 cases"):
        described(tmp_path, "data: {secret: {data: {a: {in: '1', count: 4}}}}\n")
