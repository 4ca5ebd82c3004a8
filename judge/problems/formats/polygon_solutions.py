"""The solutions of a Polygon package: the tag of each says what its tests must be."""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.problems.formats.polygon_files import file_of
from judge.problems.formats.tree import Tree
from judge.problems.formats.xml_nodes import Node
from judge.problems.submission_rules import MEMORY_LIMIT, VERDICTS, Expectation, SubmissionRules, exactly
from judge.problems.submission_uses import SubmissionUses, Use

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
    """Raises JudgeError for what is wrong, and for what the judge cannot obey."""

    def __init__(self, tree: Tree, top: Node) -> None:
        self.rules = SubmissionRules(
            {tag: wanted for tag, wanted in TAGS.items() if wanted}, uses=SubmissionUses(USES)
        )
        self.paths: dict[str, Path] = {}
        """By tag and file: "wrong-answer/greedy.cpp"."""
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
                remarks.append(f"{source.attributes['path']} is not judged: its tag is {tag}")
                continue
            if name in self.paths:
                raise JudgeError(f"{source.place}: {name} is there twice. Remove one of them.")
            if node.all("extra-tags/extra-tag"):
                remarks.append(f"{source.attributes['path']}: its extra tags, of some tests, are not used")
            self.paths[name] = path
            if tag == MAIN:
                mains.append(path)
        if len(mains) != 1:
            raise JudgeError(f"{top.place}: expected one solution with the tag {MAIN}, found {len(mains)}.")
        accepted = (path for name, path in self.paths.items() if name.startswith(f"{ACCEPTED}/"))
        self.answering = (mains[0], *accepted)
        """Those that are right, the main one first."""
        self.remarks = tuple(remarks)
