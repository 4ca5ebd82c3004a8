"""The submissions that are stored with a problem, and the expectation of each."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_folders import files_below
from judge.base.records import replace
from judge.base.stray_files import is_stray
from judge.judging.answers import answers_in, are_answers
from judge.judging.solutions import Solution, submission
from judge.judging.verdicts import Verdict, expected_verdict
from judge.languages.language import Language, Refusal
from judge.languages.permitted import require_permitted
from judge.languages.sources import SourceFile, language_of_folder, read_file, read_folder
from judge.languages.table import all_suffixes, language_of, without_gpu
from judge.problems.constants import filled
from judge.problems.model import Package, Problem
from judge.problems.submission_rules import main_verdict
from judge.project.host import JudgeHost

OTHER_LANGUAGES = {
    "Python 2": (".py", re.compile(r"\A#!.*python2")),
    "Prolog": (".pl", re.compile(r"^\w.*:-\s*$|^:-\s", re.MULTILINE)),
}
"""Languages that share a suffix with one of the table, and what only they have: the formats recognise Python 2 by its
first line, and Prolog has clauses."""
OF_WINDOWS = Refusal(
    pattern=r"fatal error: ((?i:(?:windows|windef|winbase|winsock2?|tchar|conio|io|direct|process|psapi)\.h)):",
    reason="{found} is a Windows header: the program is written for Windows",
)
CPP_SUFFIX = ".C"
"""C++ in the formats; elsewhere it means C."""


def stored_submissions(host: JudgeHost, problem: Problem, emulate: bool = False) -> list[Solution]:
    """The files and folders in the folders of submissions/, whose names are the expected verdicts.

    With `emulate`, those that need a GPU are for the emulated one.
    """
    if problem.package:
        return _of_package(host, problem, problem.package, emulate)
    return _of_ours(host, problem, emulate)


def _of_ours(host: JudgeHost, problem: Problem, emulate: bool) -> list[Solution]:
    """Submissions by the table of verdicts, which knows more verdicts than the formats."""
    found = []
    for folder in sorted(path for path in (problem.folder / "submissions").glob("*") if path.is_dir()):
        expected = expected_verdict(folder.name)
        if expected is None:
            known = ", ".join(sorted(verdict.folder for verdict in Verdict if verdict.folder))
            raise JudgeError(
                f"{host.installation.show(folder)}: no verdict has this folder name. Known folders: {known}."
            )
        for path in sorted(path for path in folder.iterdir() if not is_stray(path.name)):
            source, language = _read(problem, path, host.installation.show(path))
            if emulate and language.device.needs_gpu:
                language = without_gpu(language) or language
            found.append(submission(host, problem, source, path.name, expected, language.id))
    return found


def _of_package(host: JudgeHost, problem: Problem, package: Package, emulate: bool) -> list[Solution]:
    """A package's submission that cannot be judged here, for example for its language, has the reason as its
    obstacle."""
    found = []
    for name, path in sorted(package.submissions.items()):
        expectations = package.rules.of(name)
        if not expectations:
            continue
        try:
            found.append(_stored(host, problem, package, path, name, emulate))
        except JudgeError as error:
            expected = Verdict[main_verdict(expectations, problem.best_points)]
            found.append(
                Solution(
                    name=name,
                    problem=problem,
                    expected=expected,
                    obstacle=str(error),
                    expectations=expectations,
                )
            )
    return found


def _stored(
    host: JudgeHost, problem: Problem, package: Package, path: Path, name: str, emulate: bool
) -> Solution:
    """Raises JudgeError if it cannot be judged here."""
    rules = package.rules
    if obstacle := rules.obstacle_of(name):
        raise JudgeError(obstacle)
    here = path.relative_to(problem.folder).as_posix()
    for link, reason in package.refused.items():
        if f"{link}/".startswith(f"{here}/") or here.startswith(f"{link}/"):
            raise JudgeError(f"{link} {reason}")
    if problem.is_submit_answer and are_answers(path):
        expectations = rules.of(name)
        shown = str(path.relative_to(problem.folder))
        found = answers_in(problem, path, shown, Verdict[main_verdict(expectations)])
        return replace(found, name=name, expectations=expectations)
    language_id = rules.language_of(name)
    if language_id is None and path.suffix == CPP_SUFFIX:
        language_id = "cpp"
    files = files_below(path, root=problem.folder) if path.is_dir() else [path]
    suffixes = {file.suffix.lower() for file in files}
    if language_id is None and not suffixes & all_suffixes():
        shown = " or ".join(sorted(filter(None, suffixes)))
        raise JudgeError(
            f"no language of the judge has the suffix {shown}"
            if shown
            else "no file has the suffix of a language"
        )
    source, language = _read(problem, path, str(path.relative_to(problem.folder)), language_id)
    constants = package.constants if package.fills_submissions else {}
    if isinstance(source, str):
        source = filled(source, constants)
    else:
        source = tuple(SourceFile(file.name, filled(file.text, constants)) for file in source)
    if language_id is None:
        _refuse_other_languages(name, {path.name: source} if isinstance(source, str) else _texts(source))
    require_permitted(problem, language)
    if emulate and language.device.needs_gpu:
        language = without_gpu(language) or language
    expectations = rules.of(name)
    expected = Verdict[main_verdict(expectations, problem.best_points)]
    found = submission(host, problem, source, path.name, expected, language.id)
    entry_point = rules.entry_point_of(name)
    if rules.starts_first_file and not isinstance(source, str):
        entry_point = entry_point or language.first_to_start(_texts(source))
    if entry_point:
        language = replace(language, entry_points=(entry_point,))
    if rules.for_windows:
        language = replace(language, refusals=(*language.refusals, OF_WINDOWS))
    return replace(found, name=name, expectations=expectations, language=language)


def _texts(files: Sequence[SourceFile]) -> dict[str, str]:
    return {file.name: file.text for file in files}


def _refuse_other_languages(name: str, texts: Mapping[str, str]) -> None:
    """Raises JudgeError for a file whose suffix would make it another language."""
    for title, (suffix, only_theirs) in OTHER_LANGUAGES.items():
        if any(file.endswith(suffix) and only_theirs.search(text) for file, text in texts.items()):
            raise JudgeError(f"{name} is written in {title}, which is not supported")


def _read(
    problem: Problem, path: Path, shown: str, language_id: str | None = None
) -> tuple[str | Sequence[SourceFile], Language]:
    """Raises JudgeError, with the name `shown`."""
    if path.is_dir():
        files = read_folder(path, shown, problem.limits.code_bytes, package=problem.folder)
        return files, language_of_folder(files, shown, language_id)
    content = read_file(path, shown, problem.limits.code_bytes)
    return content.decode("utf-8", errors="surrogateescape"), language_of(shown, language_id)
