"""`judge generate` of a package whose data are described in generators/generators.yaml: made in the sandbox, kept until
something changes, and nothing of others lost."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.generate import generate
from judge.commands.options.generate import GenerateOptions
from judge.problems.formats.generators_case import FILE
from judge.project.host import JudgeHost
from judge.tests.packages import CASES, RIGHT, SQUARED, VERSION_2025_09, Files, written

pytestmark = pytest.mark.built

TEXT = """\
solution: /submissions/accepted/right.py
data:
  sample: {data: {"1": {in: "3"}}}
  secret:
    data:
    - seeded: random.py {seed}
    - both: files.py 7
    - given: {in: "2", ans: "4"}
    include: ["1"]
  invalid_input: {data: {word: {in: seven}}}
"""
PACKAGE: Files = {
    **{name: text for name, text in VERSION_2025_09.items() if name not in CASES},
    FILE: TEXT,
    "generators/random.py": "import sys\nprint(int(sys.argv[1]) % 1000)\n",
    "generators/files.py": (
        "import sys\nopen('testcase.in', 'w').write(sys.argv[1] + '\\n')\nopen('testcase.ans', 'w').write('14\\n')\n"
        "open('other.in', 'w').write('not taken')\nprint('not taken')\n"
    ),
}
MADE = {
    "sample/1.in": "3\n",
    "sample/1.ans": "6\n",
    "secret/1-seeded.in": "754\n",
    "secret/1-seeded.ans": "1508\n",
    "secret/2-both.in": "7\n",
    "secret/2-both.ans": "14\n",
    "secret/3-given.in": "2\n",
    "secret/3-given.ans": "4\n",
    "secret/1.in": "3\n",
    "secret/1.ans": "6\n",
    "invalid_input/word.in": "seven\n",
}


def package(folder: Path, **changes: str | None) -> Path:
    return written(folder / "double", PACKAGE, **changes)


def data_of(folder: Path) -> dict[str, str]:
    files = (path for path in (folder / "data").rglob("*") if path.is_file())
    return {path.relative_to(folder / "data").as_posix(): path.read_text() for path in files}


def test_the_data_are_made_kept_and_judged(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = package(tmp_path)
    assert generate(tree, GenerateOptions((str(folder),), check=True)) == 1
    assert "data/secret/1-seeded.in is missing" in capsys.readouterr().out
    assert data_of(folder) == {}
    assert generate(tree, GenerateOptions((str(folder),))) == 0
    assert data_of(folder) == MADE
    assert "0 cases made, 5 kept from before" in capsys.readouterr().err
    assert generate(tree, GenerateOptions((str(folder),), check=True)) == 0


def test_what_changes_is_made_again_and_what_others_wrote_is_kept(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = package(tmp_path)
    written(
        folder,
        {"data/secret/2-both.in": "8\n", "data/secret/by-hand.in": "1\n", "data/secret/by-hand.ans": "2\n"},
    )
    assert generate(tree, GenerateOptions((str(folder),))) == 0
    assert "data/secret/by-hand.ans, data/secret/by-hand.in" in capsys.readouterr().err
    kept = tree.installation.build / "replaced-data/double/1"
    assert {path.relative_to(kept).as_posix(): path.read_text() for path in kept.rglob("*.*")} == {
        "secret/2-both.in": "8\n"
    }
    changed = TEXT.replace("seeded: random.py {seed}", "other: random.py 12")
    written(folder, {FILE: changed})
    assert generate(tree, GenerateOptions((str(folder),))) == 0
    told = capsys.readouterr().err
    assert "1 case made, 4 kept" in told
    assert "2 new, 2 removed, 9 as before" in told
    assert data_of(folder)["secret/1-other.in"] == "12\n"
    assert "secret/1-seeded.in" not in data_of(folder)
    assert "secret/by-hand.in" in data_of(folder)


def test_a_case_without_a_value_has_its_files_already_and_keeps_them(tree: JudgeHost, tmp_path: Path) -> None:
    """Packages of earlier years have such cases; a missing answer is made, by a solution if one is named."""
    text = TEXT.replace('{"1": {in: "3"}}', '{"1": , "2": }')
    folder = package(tmp_path, **{FILE: text})
    own = {"sample/1.in": "3\n", "sample/1.ans": "6\n", "sample/2.in": "4\n"}
    written(folder / "data", own)
    assert generate(tree, GenerateOptions((str(folder),))) == 0
    made = data_of(folder)
    assert {name: made[name] for name in own} == own
    assert (made["sample/2.ans"], made["secret/1.in"]) == ("8\n", "3\n")
    written(folder, {FILE: text.replace('"1": , ', "").replace('    include: ["1"]\n', "")})
    assert generate(tree, GenerateOptions((str(folder),))) == 0
    left = data_of(folder)
    assert {name: left.get(name) for name in own} == own
    assert "secret/1.in" not in left


def test_a_seeded_generator_is_called_again_with_the_next_seed(tree: JudgeHost, tmp_path: Path) -> None:
    picky = "import sys\nseed = int(sys.argv[1])\nsys.exit('odd') if seed % 2 == 0 else print(seed)\n"
    once = TEXT.replace("random.py {seed}", "{generate: 'random.py {seed}', random_salt: a}")
    folder = package(
        tmp_path,
        **{"generators/random.py": picky, FILE: once.replace("random_salt", "retries: 2, random_salt")},
    )
    assert generate(tree, GenerateOptions((str(folder),))) == 0
    assert int(data_of(folder)["secret/1-seeded.in"]) % 2 == 1


FAILURES: list[tuple[dict[str, str], str]] = [
    ({"generators/random.py": "1 / 0\n"}, "the generator failed on secret/1-seeded: .*ZeroDivisionError"),
    ({"generators/random.py": ""}, "secret/1-seeded: its generator printed nothing"),
    ({"generators/random.py": "import os\nos.symlink('/etc/passwd', 'testcase.in')\n"}, "printed nothing"),
    ({"submissions/accepted/right.py": "1 / 0\n"}, "the solution failed on sample/1"),
    ({FILE: TEXT.replace("/submissions/accepted/right.py", "")}, "sample/1 has no answer"),
    ({FILE: TEXT.replace('in: "3"', 'in: "3", in.download: {link: in.statement}')}, "same as .in.statement"),
]


@pytest.mark.parametrize(("changes", "message"), FAILURES)
def test_what_fails_is_told_and_writes_nothing(
    tree: JudgeHost, tmp_path: Path, changes: dict[str, str], message: str
) -> None:
    folder = package(tmp_path, **changes)
    with pytest.raises(JudgeError, match=message):
        generate(tree, GenerateOptions((str(folder),)))
    assert data_of(folder) == {}


def test_inputs_that_validators_refuse_end_it_with_1(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = package(tmp_path, **{FILE: TEXT.replace('in: "2"', "in: two")})
    assert generate(tree, GenerateOptions((str(folder),))) == 1
    assert "secret/3-given.in: validate.py does not accept it" in capsys.readouterr().out


def test_what_a_case_should_match_is_looked_for_in_the_sandbox(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = package(tmp_path, **{FILE: TEXT.replace('in: "2"', 'match: ["^2$", "^3"], in: "2"')})
    assert generate(tree, GenerateOptions((str(folder),))) == 0
    told = capsys.readouterr().err
    assert "secret/3-given.in does not match '^3'" in told
    assert "'^2$'" not in told


def test_a_folder_that_leads_out_is_not_written_into(tree: JudgeHost, tmp_path: Path) -> None:
    folder = package(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (folder / "data").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(JudgeError, match="link"):
        generate(tree, GenerateOptions((str(folder),)))
    assert not any((tmp_path / "elsewhere").iterdir())


def test_without_a_description_there_is_nothing_to_generate(tree: JudgeHost, tmp_path: Path) -> None:
    folder = written(tmp_path / "double", VERSION_2025_09)
    with pytest.raises(JudgeError, match=f"has no {FILE}"):
        generate(tree, GenerateOptions((str(folder),)))


def test_the_answers_come_from_the_solution_that_is_named(tree: JudgeHost, tmp_path: Path) -> None:
    text = TEXT.replace("/submissions/accepted/right.py", "/generators/squared.py")
    folder = package(tmp_path, **{FILE: text, "generators/squared.py": SQUARED})
    generate(tree, GenerateOptions((str(folder),)))
    assert data_of(folder)["sample/1.ans"] == "9\n"
    (folder / "generators/squared.py").write_text(RIGHT)
    generate(tree, GenerateOptions((str(folder),)))
    assert data_of(folder)["sample/1.ans"] == "6\n"
