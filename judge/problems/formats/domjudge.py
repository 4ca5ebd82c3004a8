"""DOMjudge's packages: in the format legacy, of which hardly anything is required, with domjudge-problem.ini and
.timelimit.

Source: "Problem format specification" of DOMjudge's manual.
"""

import math
import re
from pathlib import Path

from msgspec import UNSET

from judge.base.errors import JudgeError
from judge.base.outside_files import opened, text_of
from judge.base.outside_folders import TIME_LIMIT
from judge.base.records import replace
from judge.base.suggestions import unknown_name
from judge.problems.formats.legacy import FOLDERS as LEGACY_FOLDERS
from judge.problems.formats.legacy import KNOWN, assembled
from judge.problems.formats.legacy_keys import LegacyKeys, read_legacy
from judge.problems.formats.naming import id_of
from judge.problems.formats.statements import statements_in
from judge.problems.formats.tree import Tree
from judge.problems.model import Problem, Remark
from judge.problems.submission_rules import (
    COMPILE_ERROR,
    OUTPUT_LIMIT,
    VERDICTS,
    Expectation,
    SubmissionRule,
    SubmissionRules,
    exactly,
)
from judge.problems.yaml_files import yaml_content

INI = "domjudge-problem.ini"
NAME = "DOMjudge"
LINE = re.compile(r"\s*([\w-]+)\s*=\s*(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([^;]*?))\s*(?:;.*)?")
WORDS = {"true": "1", "on": "1", "yes": "1", "false": "", "off": "", "no": "", "none": "", "null": ""}
"""PHP's meaning of values without quotes."""
SECTION = re.compile(r"\s*\[[^\]]*\]\s*")
"""Files that DOMjudge ignores, too."""
INFORMING = ("name", "allow_submit", "allow_judge", "points", "color", "externalid", "short-name", "probid")
NOT_SUPPORTED = ("special_run", "special_compare")
"""Programs that are installed in a DOMjudge, instead of being in the package."""
SUBMISSIONS = "submissions.json"
VALIDATOR_FOLDER = "output_validator"
"""The folder of 2025-09, which DOMjudge also reads in packages of the older formats."""
BESIDES = ("problem.pdf", "problem.html", "problem.txt", SUBMISSIONS, INI, VALIDATOR_FOLDER)
FOLDERS = {
    **LEGACY_FOLDERS,
    # A DOMjudge cuts off output beyond the limit, and the program continues until the time limit; here it is stopped.
    "time_limit_exceeded": exactly("TLE", OUTPUT_LIMIT, besides=("AC", "WA")),
    "compiler_error": Expectation(frozenset({COMPILE_ERROR}), frozenset({COMPILE_ERROR})),
    "no_output": exactly("WA"),
    "output_limit": exactly("RTE"),
    "memory_limit": exactly("RTE"),
}
RESULTS = {
    "CORRECT": "AC", "ACCEPTED": "AC",
    "WRONG-ANSWER": "WA", "WRONG_ANSWER": "WA", "NO-OUTPUT": "WA", "NO_OUTPUT": "WA",
    "TIMELIMIT": "TLE", "TIME_LIMIT_EXCEEDED": "TLE",
    "RUN-ERROR": "RTE", "RUN_TIME_ERROR": "RTE", "OUTPUT-LIMIT": "RTE", "OUTPUT_LIMIT": "RTE", "MEMORY-LIMIT": "RTE",
    "COMPILER-ERROR": COMPILE_ERROR, "COMPILER_ERROR": COMPILE_ERROR,
}  # fmt: skip
RESULTS_TAG = re.compile(rb"@EXPECTED_RESULTS@: *([A-Za-z_, -]+)")
TAG_BYTES = 1 << 16
CODE_BYTES = 256 << 10
"""The default size limit of a submission."""


def load_domjudge(tree: Tree, name: str) -> Problem:
    """Raises JudgeError for faults, and for what the judge cannot obey."""
    keys = read_legacy(tree / "problem.yaml") if tree.has("problem.yaml") else LegacyKeys()
    said = _read_ini(tree / INI, keys.has_validator)
    if not keys.name:
        keys = replace(keys, name=said.get("name", ""))
    rules, remarks = _tagged(tree)
    rules += _entry_points(tree)
    _require_data(tree)
    of_all = SubmissionRules(FOLDERS, rules, starts_first_file=True)
    if keys.is_scoring:
        of_all = _with_other_failures(of_all)
    time_s, not_used = _time_limit(tree, said, keys.limits.rule.time_limit_s)
    if time_s is not None:
        keys = replace(keys, limits=replace(keys.limits, time_limit=time_s))
    problem = assembled(tree, name, keys, of_all, (*KNOWN, *BESIDES))
    if keys.limits.code is UNSET:
        problem = replace(problem, limits=replace(problem.limits, code_bytes=CODE_BYTES))
    package = problem.package
    assert package is not None
    return replace(
        problem,
        id=id_of(said.get("short-name") or name),
        statements={**statements_in(tree, ""), **problem.statements},
        package=replace(
            package, format=NAME, tells_closing=True, notes=(*package.notes, *not_used, *remarks)
        ),
    )


def _require_data(tree: Tree) -> None:
    """Raises JudgeError for tests in other places, as in a plain folder."""
    beside = [
        name for name in tree.files if name.endswith(".in") and not name.startswith(("data/", "generators/"))
    ]
    if beside and not tree.listed("data"):
        raise JudgeError(
            f"{tree.root}: expected test cases in data/sample/ and data/secret/, found {beside[0]}. Move them there, "
            f"or remove {INI} and {TIME_LIMIT}: without these it is a plain folder."
        )


def _read_ini(path: Path, has_validator: bool) -> dict[str, str]:
    """The settings; empty if there is no file. `has_validator`: whether the package has its own, which the exports of
    a DOMjudge also name here."""
    if not path.is_file():
        return {}
    lines = text_of(path).splitlines()
    found = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith((";", "#")) or SECTION.fullmatch(line):
            continue
        match = LINE.fullmatch(line)
        if match is None:
            raise JudgeError(f"{path}, line {number}: expected KEY = VALUE, found {line!r}.")
        key, value = match[1], _value(*match.groups()[1:])
        if key not in (*INFORMING, *NOT_SUPPORTED, "timelimit"):
            known = (*INFORMING, "timelimit")
            raise JudgeError(f"{path}, line {number}: {unknown_name('key', key, known)}")
        if key in NOT_SUPPORTED and value and not has_validator:
            raise JudgeError(
                f"{path}, line {number}: the key '{key}' is not supported: it names a program of a DOMjudge; put it "
                "into output_validators/, with validation: custom in problem.yaml."
            )
        if key in found:
            raise JudgeError(f"{path}, line {number}: the key '{key}' appears twice. Remove one of them.")
        found[key] = value
        if key == "timelimit":
            _seconds(value, f"{path}, line {number}")
    return found


def _value(double: str | None, single: str | None, bare: str | None) -> str:
    """The value as PHP reads it, by the quotes around it: only a double-quoted one can contain a quote or a
    backslash."""
    if double is not None:
        return re.sub(r"\\([\\\"])", r"\1", double)
    return single if single is not None else WORDS.get((bare or "").lower(), bare or "")


def _time_limit(
    tree: Tree, said: dict[str, str], in_yaml_s: float | None
) -> tuple[float | None, tuple[Remark, ...]]:
    """The explicit limit, and a remark for one that is not used. As in a DOMjudge, problem.yaml goes before the INI
    file, and .timelimit must not contradict what then applies."""
    file, ini = tree / TIME_LIMIT, said.get("timelimit")
    time_s, source = None if ini is None else float(ini), INI
    remarks: tuple[Remark, ...] = ()
    if in_yaml_s is not None:
        if time_s not in (None, in_yaml_s):
            text = f"timelimit {ini} in {INI} is not used: problem.yaml says {in_yaml_s:g}"
            remarks = (Remark(text, "timelimit"),)
        time_s, source = in_yaml_s, "problem.yaml"
    # The name is hidden, so that no list has it; a link that leads outside is refused all the same.
    if tree.has(TIME_LIMIT) or file.is_file():
        in_file_s = _seconds(text_of(file, errors="replace").strip(), str(file))
        if time_s not in (None, in_file_s):
            raise JudgeError(
                f"{file}: time limit {in_file_s:g} s, but {source} says {time_s:g}. Remove one of them."
            )
        time_s = in_file_s
    return time_s, remarks


def _seconds(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 1e6:
        raise JudgeError(f"{where}: expected a time limit in seconds, above 0, found {text!r}.")
    return value


def _entry_points(tree: Tree) -> tuple[SubmissionRule, ...]:
    """submissions.json's entry points of submissions; its other keys only inform."""
    path = tree / SUBMISSIONS
    if not path.is_file():
        return ()
    content = yaml_content(path)
    if not isinstance(content, dict):
        raise JudgeError(f"{path}: expected a map of submissions, found {type(content).__name__}.")
    found = []
    for name, keys in content.items():
        entry = keys.get("entry_point") if isinstance(keys, dict) else None
        if isinstance(entry, str) and entry:
            glob = str(name).removeprefix("submissions/").rstrip("/")
            found.append(SubmissionRule(glob, (), entry_point=entry))
    return tuple(found)


def _with_other_failures(rules: SubmissionRules) -> SubmissionRules:
    """The rules of a scoring problem: a submission's verdict is that of its first failure, and it may fail in other
    ways in later groups."""

    def changed(one: Expectation) -> Expectation:
        is_about_failures = one.required.isdisjoint({"AC", COMPILE_ERROR})
        return replace(one, permitted=one.permitted | VERDICTS) if is_about_failures else one

    return replace(
        rules,
        folders={name: changed(one) for name, one in rules.folders.items()},
        globs=tuple(replace(one, expectations=tuple(map(changed, one.expectations))) for one in rules.globs),
    )


def _tagged(tree: Tree) -> tuple[tuple[SubmissionRule, ...], tuple[Remark, ...]]:
    """The expected verdicts that sources outside the known folders state themselves, as DOMjudge reads them; and a
    remark for those that cannot be read."""
    said: dict[str, list[str]] = {}
    for file in tree.listed("submissions"):
        parts = file.split("/")
        if parts[1] not in FOLDERS and len(parts) > 2:
            with opened(tree / file) as source:
                tags = RESULTS_TAG.findall(source.read(TAG_BYTES))
            said.setdefault("/".join(parts[1:3]), []).extend(tag.decode().upper() for tag in tags)
    rules, remarks = [], []
    for glob, tags in said.items():
        names = [word.strip() for word in tags[0].split(",")] if tags else []
        unknown = [word for word in names if word not in RESULTS]
        if len(tags) > 1:
            remarks.append(f"submissions/{glob}: @EXPECTED_RESULTS@ is there {len(tags)} times")
        elif unknown:
            remarks.append(
                f"submissions/{glob}: @EXPECTED_RESULTS@: {unknown_name('result', unknown[0], RESULTS)}"
            )
        elif names:
            codes = {RESULTS[word] for word in names}
            besides = () if "AC" in codes or codes == {COMPILE_ERROR} else ("AC",)
            rules.append(SubmissionRule(glob, (exactly(*codes, besides=besides),)))
    return tuple(rules), tuple(map(Remark, remarks))
