"""A package by its path: a folder or a zip file, in any format."""

import shutil
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.file_kinds import ZIP, kind_of
from judge.base.outside_folders import TIME_LIMIT
from judge.base.records import replace
from judge.base.scratch import lasting_folder
from judge.base.suggestions import nearest_name
from judge.problems.formats.archive import SUFFIXES, unpacked_package
from judge.problems.formats.domjudge import INI, VALIDATOR_FOLDER, load_domjudge
from judge.problems.formats.generators_case import FILE as GENERATORS
from judge.problems.formats.legacy import load_legacy
from judge.problems.formats.legacy_keys import VERSIONS
from judge.problems.formats.plain import load_plain, refuse_as_plain
from judge.problems.formats.polygon import MANIFEST, load_polygon
from judge.problems.formats.tree import Tree, tree_of
from judge.problems.formats.version_2025_09 import DRAFTS, EARLIER_NAMES, load_2025_09
from judge.problems.metadata import VERSION
from judge.problems.model import Problem
from judge.problems.yaml_files import place, yaml_content

OF_LEGACY = ("problem_statement", "output_validators", "input_format_validators", "graders")
OF_2025_09 = ("statement", "output_validator", "static_validator", "input_visualizer", "output_visualizer")


def is_package(name: str) -> bool:
    """Whether this name stands for a package, rather than the id of a problem."""
    path = Path(name)
    return path.is_dir() or (path.is_file() and (path.suffix.lower() in SUFFIXES or kind_of(path) == ZIP))


def refuse_other_files(name: str) -> None:
    """Raises JudgeError for a file in the place of a package that is not one, and for a path that does not exist."""
    path = Path(name)
    if "/" in name and not path.exists():
        near = [entry.name for entry in path.parent.iterdir()] if path.parent.is_dir() else []
        nearest = nearest_name(path.name, near)
        suggestion = f" Did you mean '{path.parent / nearest}'?" if nearest else ""
        raise JudgeError(f"{name}: there is no such folder or zip file.{suggestion}")
    if path.is_file() and not is_package(name):
        kind = kind_of(path)
        is_packed = "archive" in kind or "compressed" in kind
        what = "Unpack it, and name the folder." if is_packed else "Name one of these."
        raise JudgeError(
            f"{name} is {kind}: expected the id of a problem, or a package: a folder or a zip file. {what}"
        )


def package_name(name: str) -> str:
    path = Path(name).resolve()
    return path.stem if path.is_file() and path.suffix.lower() in SUFFIXES else path.name


def load_package(name: str, made: Path | None = None, *, without_data: bool = False) -> Problem:
    """`made`: the folder for tests that a package's generators make; by default they last until the judge ends.
    `without_data`: loads it as if it had none, so that the data can be made. Raises JudgeError with the file's name
    for the user."""
    path = Path(name)
    made = made or lasting_folder()
    if path.is_dir():
        tree = tree_of(path.resolve())
        if without_data and tree.has(GENERATORS):
            tree = replace(tree, files=tuple(file for file in tree.files if not file.startswith("data/")))
        return _with_origin(path, _load(tree, package_name(name), made))
    folder = unpacked_package(path)
    try:
        return _with_origin(path, _load(tree_of(folder, folder), package_name(name), made))
    except JudgeError as error:
        shutil.rmtree(folder)
        raise JudgeError(str(error).replace(str(folder), str(path))) from error


def _with_origin(path: Path, problem: Problem) -> Problem:
    package = problem.package
    assert package is not None
    return replace(problem, package=replace(package, origin=path.resolve()))


def _load(tree: Tree, name: str, made: Path) -> Problem:
    manifest = tree / "problem.yaml"
    is_domjudge = tree.has(INI) or tree.has(TIME_LIMIT) or (tree / TIME_LIMIT).is_file()
    if tree.has(MANIFEST):
        for other in ("problem.yaml", INI):
            if tree.has(other):
                raise _two_formats(tree, f"{MANIFEST} of Polygon", other)
        return load_polygon(tree, name, made)
    if not tree.has("problem.yaml"):
        if is_domjudge:
            return load_domjudge(tree, name)
        refuse_as_plain(tree)
        return load_plain(tree, name)
    version = _version(manifest)
    if version in VERSIONS:
        theirs = tuple(one for one in OF_2025_09 if not (is_domjudge and one == VALIDATOR_FOLDER))
        _refuse_parts(tree, theirs, f"format {VERSION}", f"problem.yaml of format {version}")
        return load_domjudge(tree, name) if is_domjudge else load_legacy(tree, name)
    if version not in (VERSION, *DRAFTS):
        raise JudgeError(
            f"{place(manifest, 'problem_format_version')}: format '{version}' is not supported: "
            f"expected one of {', '.join((*VERSIONS, VERSION))}."
        )
    foreign = tuple(one for one in OF_LEGACY if version == VERSION or one not in EARLIER_NAMES.values())
    _refuse_parts(tree, foreign, "format legacy", f"problem.yaml of format {version}")
    if tree.has(INI):
        raise _two_formats(tree, INI, f"problem.yaml of format {VERSION}")
    return load_2025_09(tree, name)


def _version(manifest: Path) -> str:
    content = yaml_content(manifest)
    if not isinstance(content, dict):
        return VERSIONS[0]
    return str(content.get("problem_format_version", VERSIONS[0]))


def _refuse_parts(tree: Tree, folders: tuple[str, ...], their_format: str, other: str) -> None:
    for folder in folders:
        if tree.listed(folder):
            raise _two_formats(tree, f"{folder}/ of {their_format}", other)


def _two_formats(tree: Tree, one: str, other: str) -> JudgeError:
    return JudgeError(
        f"{tree.root}: two formats at once, {one} and {other}. Remove what belongs to one of them."
    )
