"""The solutions of a Polygon package: the tag of each states the expected verdicts of its tests."""

from collections.abc import Iterator
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.suggestions import unknown_name
from judge.problems.formats.polygon_files import file_of
from judge.problems.formats.polygon_tests import TestSet
from judge.problems.formats.tree import Tree
from judge.problems.formats.xml_nodes import Node
from judge.problems.model import unused
from judge.problems.submission_rules import (
    MEMORY_LIMIT,
    VERDICTS,
    Expectation,
    SubmissionRule,
    SubmissionRules,
    exactly,
)
from judge.problems.submission_uses import SubmissionUses, Use

LANGUAGES = {
    "c": ("c", ".c"), "cpp": ("cpp", ".cpp .cc .cxx .c++"), "python.3": ("python3", ".py"),
    "python.pypy3": ("pypy3", ""),
    "java": ("java", ".java"), "kotlin": ("kotlin", ".kt"), "go": ("go", ".go"), "rust": ("rust", ".rs"),
    "csharp": ("csharp", ".cs"), "pas": ("pascal", ".pas .pp"), "js": ("javascript", ".js"),
    "haskell": ("haskell", ".hs"), "ruby": ("ruby", ".rb"), "perl": ("perl", ".pl"), "php": ("php", ".php"),
    "scala": ("scala", ".scala"), "ocaml": ("ocaml", ".ml"),
}  # fmt: skip
"""The judge's ids by prefixes of source types, the longest of which counts ("cpp.g++17", "java21"), with the suffixes
that mean the same."""
OTHERS = {
    "python.2": "Python 2", "python.pypy2": "Python 2", "python": "Python 2", "d": "D", "f#": "F#", "fsharp": "F#",
    "delphi": "Delphi", "pas.dpr": "Delphi", "pas.pascalabc": "PascalABC.NET", "tcl": "Tcl", "io": "Io", "pike": "Pike",
    "befunge": "Befunge", "cobol": "COBOL", "factor": "Factor", "secret": "a secret language", "roco": "Roco",
    "mysql": "MySQL", "false": "FALSE", "j": "J", "ada": "Ada",
}  # fmt: skip
"""Languages that the judge does not run, or not as Polygon does."""
MAIN, ACCEPTED = "main", "accepted"
OF_ALL = Expectation(frozenset({"AC"}))
NOT_RIGHT = exactly("WA", "TLE", "RTE")
TAGS: dict[str, Expectation | None] = {
    MAIN: OF_ALL,
    ACCEPTED: OF_ALL,
    "rejected": NOT_RIGHT,
    "failed": NOT_RIGHT,
    "wrong-answer": exactly("WA"),
    "presentation-error": exactly("WA"),
    "time-limit-exceeded": exactly("TLE"),
    "time-limit-exceeded-or-accepted": Expectation(frozenset({"AC", "TLE"})),
    "time-limit-exceeded-or-memory-limit-exceeded": exactly("TLE", MEMORY_LIMIT),
    "memory-limit-exceeded": exactly(MEMORY_LIMIT),
    "runtime-error": exactly("RTE", besides=VERDICTS),
    "do-not-run": None,
}
"""None: it is not judged."""
USES = {MAIN: Use.LOWER, ACCEPTED: Use.LOWER, "time-limit-exceeded": Use.UPPER}


class Solutions:
    """Raises JudgeError for faults, and for what the judge cannot obey."""

    def __init__(self, tree: Tree, top: Node) -> None:
        self._extra: list[tuple[str, Node]] = []
        """Names of solutions, each with one of its extra tags."""
        self._languages: list[SubmissionRule] = []
        """Languages from the types of their sources, where suffixes would say otherwise."""
        self.paths: dict[str, Path] = {}
        """Paths by tag and file: "wrong-answer/greedy.cpp"."""
        remarks = []
        mains = []
        for node in top.all("assets/solutions/solution"):
            tag = node.attributes.get("tag", "")
            if tag not in TAGS:
                raise JudgeError(f"{node.place}: {unknown_name('tag', tag, TAGS)}")
            source = node.first("source")
            if source is None:
                raise JudgeError(f"{node.place}: the source of this solution is missing.")
            path = file_of(tree, source)
            name = f"{tag}/{path.name}"
            if TAGS[tag] is None:
                remarks.append(unused(source.attributes["path"], f"is not judged: its tag is {tag}"))
                continue
            if name in self.paths:
                raise JudgeError(f"{source.place}: {name} appears twice. Remove one of them.")
            self._languages += _language(name, path.suffix, source.attributes.get("type", ""))
            self._extra += [(name, extra) for extra in node.all("extra-tags/extra-tag")]
            self.paths[name] = path
            if tag == MAIN:
                mains.append(path)
        if len(mains) != 1:
            raise JudgeError(f"{top.place}: expected one solution with the tag {MAIN}, found {len(mains)}.")
        accepted = (path for name, path in self.paths.items() if name.startswith(f"{ACCEPTED}/"))
        self.answering = (mains[0], *accepted)
        """Correct solutions, the main one first."""
        self.remarks = tuple(remarks)

    def rules(self, tests: TestSet) -> SubmissionRules:
        """The requirements of each: by its tag, for all tests, and by its extra tags, for those of a group."""
        extra: dict[str, list[Expectation]] = {}
        for name, node in self._extra:
            if wanted := _of_extra_tag(node, tests):
                extra.setdefault(name, []).append(wanted)
        return SubmissionRules(
            {tag: wanted for tag, wanted in TAGS.items() if wanted},
            (*self._languages, *(SubmissionRule(name, tuple(wanted)) for name, wanted in extra.items())),
            for_windows=True,
            uses=SubmissionUses(USES, by_format=USES),
        )


def _language(name: str, suffix: str, kind: str) -> Iterator[SubmissionRule]:
    """The rule for a solution with a source of this type; none if its suffix means the same, or nothing is known."""
    known = sorted((one for one in (*LANGUAGES, *OTHERS) if _is_of(kind, one)), key=len)
    if not known:
        return
    if other := OTHERS.get(known[-1]):
        yield SubmissionRule(name, obstacle=f"{name} is written in {other}, which is not supported")
        return
    language, suffixes = LANGUAGES[known[-1]]
    if suffix not in suffixes.split():
        yield SubmissionRule(name, language=language)


def _is_of(kind: str, beginning: str) -> bool:
    """Whether the type is the prefix alone, or continues with a version: "java21" is "java", but not "j"."""
    return kind.startswith(beginning) and not kind[len(beginning) : len(beginning) + 1].isalpha()


def _of_extra_tag(node: Node, tests: TestSet) -> Expectation | None:
    """None: nothing is required of tests that are judged."""
    tag, group = node.attributes.get("tag", ""), node.attributes.get("group", "")
    if tag not in TAGS:
        raise JudgeError(f"{node.place}: {unknown_name('tag', tag, TAGS)}")
    wanted = TAGS[tag]
    if wanted is None or node.attributes.get("testset", tests.name) != tests.name:
        return None
    if not group:
        return wanted
    names = tests.of_group(group)
    if not names:
        raise JudgeError(f"{node.place}: the extra tag is for the group '{group}', which has no tests.")
    return replace(wanted, tests=f"group {group}", names=frozenset(names))
