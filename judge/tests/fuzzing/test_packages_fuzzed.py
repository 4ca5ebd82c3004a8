"""Problem packages of each format in which a file was changed, put into another's place, or made something else."""

import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import strategies as st

from judge.judging.stored import stored_submissions
from judge.problems.formats.find import load_package
from judge.problems.formats.generators_case import FILE
from judge.problems.formats.generators_yaml import described_data
from judge.problems.formats.tree import tree_of
from judge.problems.statement_content import statement_content
from judge.project.host import this_host
from judge.tests.fuzzing.driving import JSON, NUMBERS, XML, YAML, drive, mutated
from judge.tests.packages import DOMJUDGE, LEGACY, PLAIN, VERSION_2025_09, Files, written
from judge.tests.polygon import POLYGON
from judge.tests.scoring_packages import SCORED_2025_09, SCORED_LEGACY

pytestmark = pytest.mark.built

GROUPS: Files = {
    "data/secret/test_group.yaml": "args: [a]\n",
    "data/test_group.yaml": "output_validator_args: ['float_tolerance', '1e-6']\n",
    "submissions/submissions.yaml": "accepted/*: {permitted: [AC]}\nwrong_answer: {required: [WA]}\n",
    "counts.yaml": "rules: [{test: secret/1-two, figure: bank-conflicts, most: 3}]\n",
    "include/cpp/a.h": "#define A\n",
    "data/sample/2.interaction": "<1\n>2\n",
}
DESCRIBED: Files = {
    **VERSION_2025_09,
    FILE: """\
generators: {two: [a.py, b.h]}
random_salt: salt
solution: /submissions/accepted/right.py
data:
  sample: {data: {"1": {in: "3", match: "[0-9]+"}}, test_group.yaml: {args: [a]}}
  secret:
    retries: 2
    data:
    - seeded: &seeded {generate: "a.py {seed} {name}", count: 1..=3, match: {in: a, ans: [b, c]}}
    - again: {<<: *seeded, count: [4, 7]}
    - group: {solution: null, data: [both: two 'a b' 7, given: {in: "2", ans: "4", in.statement: {link: in}}]}
    - copied: {copy: by-hand, hint: none}
    include: ["1"]
  invalid_input: {data: {word: {in: seven}, file: by-hand.in}}
""",
    "generators/a.py": "print(1)\n",
    "generators/b.h": "",
    "generators/by-hand.in": "5\n",
}
PACKAGES: Mapping[str, Files] = {
    "legacy": {
        **LEGACY,
        "data/testdata.yaml": "on_reject: break\n",
        "data/secret/testdata.yaml": "grading: default\n",
    },
    "2025-09": {**VERSION_2025_09, **GROUPS},
    "scored legacy": SCORED_LEGACY,
    "scored 2025-09": SCORED_2025_09,
    "domjudge": {
        **DOMJUDGE,
        ".timelimit": "2\n",
        "submissions/submissions.json": '{"accepted/right.py": {}}',
    },
    "described": DESCRIBED,
    "plain": PLAIN,
    "polygon": POLYGON,
}
KINDS: Mapping[str, Callable[[Path], object]] = {
    "nothing": lambda path: None,
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "out": lambda path: path.symlink_to("/etc/passwd"),
    "folder out": lambda path: path.symlink_to("/etc"),
    "dangling": lambda path: path.symlink_to("nothing"),
    "round": lambda path: path.symlink_to("."),
    "itself": lambda path: path.symlink_to(path.name),
}


def leads_out(path: Path, folder: Path) -> bool:
    """Whether its folder lies elsewhere, by a link made before: nothing may be written there."""
    return not Path(os.path.realpath(path.parent)).is_relative_to(os.path.realpath(folder))


def make_file(path: Path, content: str) -> None:
    """Raises OSError where something is there: a pipe would be waited for."""
    with path.open("x") as file:
        file.write(content)


def tokens_of(name: str) -> tuple[bytes, ...]:
    by_suffix = {".yaml": YAML, ".json": JSON, ".xml": XML}
    return by_suffix.get(Path(name).suffix, (*NUMBERS, b"=", b"'", b"\xef\xbb\xbf", b"[x]\n", b"{{a}}"))


def changes_of(files: Files) -> st.SearchStrategy[object]:
    """A file's name, and its new content, or what is to be in its place."""
    names = sorted(files)
    often = [name for name in names if Path(name).suffix in (".yaml", ".ini", ".xml", ".json")]

    def change(name: str) -> st.SearchStrategy[object]:
        content = files[name]
        content = content if isinstance(content, bytes) else content.encode()
        return st.tuples(st.just(name), mutated([content], tokens_of(name)) | st.sampled_from(sorted(KINDS)))

    return st.sampled_from([*names, *often * len(names)]).flatmap(change)


@pytest.mark.parametrize("kind", PACKAGES)
def test_a_package_with_a_changed_file(tmp_path: Path, kind: str) -> None:
    host = this_host()
    files = PACKAGES[kind]
    folder = written(tmp_path / "package", files)

    def read(name: str, content: bytes | str) -> None:
        path = folder / name
        path.unlink()
        try:
            if isinstance(content, bytes):
                path.write_bytes(content)
            else:
                KINDS[content](path)
            problem = load_package(str(folder), tmp_path / "made")
            stored_submissions(host, problem)
            if kind == "described" and problem.package:
                for case in described_data(tree_of(folder), problem.package.constants).cases:
                    "".join(
                        [case.name, *case.texts.values(), *(case.command.arguments if case.command else ())]
                    ).encode()
            for language in problem.statements:
                statement_content(host.installation, problem, language)
        finally:
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            path.unlink(missing_ok=True)
            original = files[name]
            path.write_bytes(original if isinstance(original, bytes) else original.encode())

    drive(changes_of(files), read)


def test_the_packages_themselves_are_read(tmp_path: Path) -> None:
    for number, files in enumerate(PACKAGES.values()):
        load_package(str(written(tmp_path / f"p{number}", files)), tmp_path / "made")
    described = described_data(tree_of(written(tmp_path / "described", DESCRIBED)), {})
    assert len(described.cases) == 11
