"""`judge stress` finds an input on which two solutions differ, makes it small, and keeps it."""

from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.options.stress import StressOptions
from judge.commands.stress import stress
from judge.problems.formats.find import load_package
from judge.project.host import JudgeHost
from judge.tests.packages import CRASHING, LEGACY, PLAIN, RIGHT, SQUARED, VERSION_2025_09, Files, written
from judge.tests.scoring_packages import SCORED_2025_09, SCORED_LEGACY

pytestmark = pytest.mark.built

COUNTING = "import sys\nprint(3 + int(sys.argv[1]) * 2)\n"


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    texts = {
        "right": RIGHT,
        "squared": SQUARED,
        "crashing": CRASHING,
        "same": "n = int(input())\nprint(n + n)\n",
    }
    for name, text in {**texts, "counting": COUNTING, "wrong": "print('x')\n"}.items():
        (tmp_path / f"{name}.py").write_text(text)
    return {path.stem: str(path) for path in tmp_path.glob("*.py")}


def ran(tree: JudgeHost, package: Path, one: str, other: str, **options: object) -> int:
    known = {"seconds": 3600.0, "cases": 30, "time_limit_s": 2, **options}
    return stress(tree, str(package), one, other, StressOptions(**known))  # type: ignore[arg-type]


@pytest.mark.parametrize("package", [LEGACY, VERSION_2025_09])
def test_the_smallest_difference_is_shown(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str], package: Files
) -> None:
    folder = written(tmp_path / "double", package)
    assert ran(tree, folder, files["right"], files["squared"]) == 1
    told = capsys.readouterr().out
    assert "the smallest such input" in told
    assert "│ 1  " in told  # 0 and 2 are as good squared as doubled


def test_none_is_found_where_there_is_none(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str]
) -> None:
    folder = written(tmp_path / "double", LEGACY)
    assert ran(tree, folder, files["right"], files["same"], cases=5) == 0
    assert "no difference in 5 inputs" in capsys.readouterr().out


def test_it_is_saved_as_a_test(tree: JudgeHost, tmp_path: Path, files: dict[str, str]) -> None:
    folder = written(tmp_path / "double", LEGACY)
    assert ran(tree, folder, files["right"], files["squared"], save="found") == 1
    package = load_package(str(folder)).package
    assert package
    assert "secret/found" in [test.name for test in package.tests]
    assert (folder / "data/secret/found.in").read_text() == "1\n"
    assert (folder / "data/secret/found.ans").read_text() == "2\n"
    with pytest.raises(JudgeError, match="exists and is left unchanged"):
        ran(tree, folder, files["right"], files["squared"], save="found")


@pytest.mark.parametrize("package", [SCORED_2025_09, SCORED_LEGACY])
def test_it_is_saved_in_a_group(
    tree: JudgeHost, tmp_path: Path, files: dict[str, str], package: Files
) -> None:
    folder = written(tmp_path / "double", package)
    before = load_package(str(folder)).scoring
    for name in ("found", "3-more/found", "../sample/found"):
        with pytest.raises(JudgeError, match="1-small"):
            ran(tree, folder, files["right"], files["squared"], save=name)
    assert ran(tree, folder, files["right"], files["squared"], save="2-big/found") == 1
    assert (folder / "data/secret/2-big/found.in").read_text() == "1\n"
    problem = load_package(str(folder))
    assert problem.package
    assert "secret/2-big/found" in [test.name for test in problem.package.tests]
    assert before
    assert problem.scoring
    points = [[(group.name, group.most) for group in one.root.groups] for one in (before, problem.scoring)]
    assert points[0] == points[1]


def test_it_keeps_the_rules_of_its_group(tree: JudgeHost, tmp_path: Path, files: dict[str, str]) -> None:
    at_least = "import sys\nsys.exit(42 if int(input()) >= int(*sys.argv[1:] or [0]) else 43)\n"
    rules: Files = {
        "input_validators/validate.py": at_least,
        "data/secret/2-big/test_group.yaml": "max_score: 60\ninput_validator_args: [5]\n",
    }
    folder = written(tmp_path / "double", {**SCORED_2025_09, **rules})
    assert ran(tree, folder, files["right"], files["squared"], save="2-big/found") == 1
    assert (folder / "data/secret/2-big/found.in").read_text() == "5\n"


@pytest.mark.parametrize("kind", ["multi-pass", "interactive"])
def test_what_has_no_single_output_is_refused(
    tree: JudgeHost, tmp_path: Path, files: dict[str, str], kind: str
) -> None:
    manifest = f"{VERSION_2025_09['problem.yaml']!s}type: {kind}\n"
    folder = written(tmp_path / "double", VERSION_2025_09, **{"problem.yaml": manifest})
    with pytest.raises(JudgeError, match=f"is {kind}"):
        ran(tree, folder, files["right"], files["squared"])


def test_a_crash_is_a_difference(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str]
) -> None:
    folder = written(tmp_path / "double", LEGACY)
    assert ran(tree, folder, files["right"], files["crashing"]) == 1
    assert "RTE" in capsys.readouterr().out


def test_a_generator_is_called_with_the_seed(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str]
) -> None:
    """Any input is accepted if there is no input validator."""
    folder = written(tmp_path / "double", PLAIN)
    generator = Path(files["counting"])
    assert ran(tree, folder, files["right"], files["squared"], generator=generator, seed=4) == 1
    assert "found with input 1, seed 4" in capsys.readouterr().out
    with pytest.raises(JudgeError, match="has no input validator"):
        ran(tree, folder, files["right"], files["squared"])


def test_each_input_has_a_seed_of_its_own(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], files: dict[str, str]
) -> None:
    folder = written(tmp_path / "double", PLAIN)
    wrong_once = tmp_path / "wrong_once.py"  # the generator prints 9 for the seed 3
    wrong_once.write_text("n = int(input())\nprint(n + n + (n == 9))\n")
    generator = Path(files["counting"])
    assert ran(tree, folder, files["right"], str(wrong_once), generator=generator, seed=1) == 1
    assert "found with input 3, seed 3" in capsys.readouterr().out


def test_a_generator_must_keep_the_rules(tree: JudgeHost, tmp_path: Path, files: dict[str, str]) -> None:
    folder = written(tmp_path / "double", LEGACY)
    with pytest.raises(JudgeError, match=r"wrong\.py 1: the input validator does not accept what it prints"):
        ran(tree, folder, files["right"], files["squared"], generator=Path(files["wrong"]))


def test_the_tests_of_our_own_come_from_their_generators(tree: JudgeHost, files: dict[str, str]) -> None:
    with pytest.raises(JudgeError, match="made by problems/double/generators"):
        stress(tree, "double", files["right"], files["squared"], StressOptions(save="found"))
