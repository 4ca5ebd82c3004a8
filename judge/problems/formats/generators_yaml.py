"""generators/generators.yaml of a package, in which most ICPC regional contests describe their test data.

Source: doc/generators.md of BAPCtools. In two points this module follows the tool instead of its document: arguments
are split as a shell splits them, and numbers of groups have no letter before them.
"""

import re
import reprlib
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from judge.base.called import JUDGE
from judge.base.errors import JudgeError
from judge.base.outside_folders import DEEPEST
from judge.base.suggestions import unknown_name
from judge.base.units import plural
from judge.problems.constants import Constants
from judge.problems.described import DescribedCase, DescribedData
from judge.problems.formats.cases import RENAMED
from judge.problems.formats.generators_case import FILE, NUMBER, OF_A_CASE, CaseReader, Inherited, Keys
from judge.problems.formats.generators_content import generators_content
from judge.problems.formats.tree import Tree
from judge.problems.model import Remark
from judge.problems.yaml_files import place

GROUP_FILES = ("test_group.yaml", "testdata.yaml")
GROUP_KEYS = ("data", "include", "solution", "random_salt", "retries", *GROUP_FILES)
ROOT_KEYS = ("generators", "version")
ROOTS = (
    "sample", "secret", "invalid_output", "invalid_answer", "invalid_input", "valid_output", "testing_tool_test",
    "fuzz",
)  # fmt: skip
"""The folders of data/, in the order in which their cases are numbered."""
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}")
RANGE = re.compile(rf"({NUMBER.pattern})\.\.=({NUMBER.pattern})")
MOST_OF_A_COUNT, MOST_CASES, MOST_NODES = 100, 10_000, 100_000


def described_data(tree: Tree, constants: Constants) -> DescribedData:
    """The file's content. Raises JudgeError with its line."""
    return _Reading(tree, constants).data


def missing_data(tree: Tree, constants: Constants) -> tuple[Remark, ...]:
    """A remark if data/ lacks cases that the file describes, or if the file cannot be read."""
    if not tree.has(FILE):
        return ()
    try:
        described = described_data(tree, constants)
    except JudgeError as error:
        return (Remark(f"no test data can be made: {error}"),)
    names = described.names_with_input
    missing = [name for name in names if not tree.has(f"data/{name}.in")]
    if not missing:
        return ()
    lack = f"data/ lacks {len(missing)} of the {plural(len(names), 'case')} that {FILE} describes"
    return (Remark(f"{lack}, such as {missing[0]}: {JUDGE} generate makes them"),)


class _Reading:
    def __init__(self, tree: Tree, constants: Constants) -> None:
        self._file = tree / FILE
        top = generators_content(self._file)
        self._read = CaseReader(tree, constants, top.get("generators") if isinstance(top, dict) else None)
        if not isinstance(top, dict) or not _is_group(top):
            raise self._read.fault((), f"expected a map with the key 'data', found {type(top).__name__}")
        self._cases: dict[str, DescribedCase] = {}
        self._included: dict[str, str] = {}
        self._files: dict[str, str] = {}
        self._remarks: list[str] = []
        self._named: dict[str, list[list[str]]] = {}
        """Lists by the key of cases and groups: the cases of each that has this key."""
        self._nodes = 0
        self._case_numbers = _numbers(self._numbered(top))
        # Without a named solution, any accepted one makes the answers.
        self._group(top, "", (), Inherited(tree.programs("submissions/accepted")))
        self.data = DescribedData(
            tuple(self._cases.values()), self._included, self._files, tuple(dict.fromkeys(self._remarks))
        )

    def _numbered(self, node: Mapping[Any, Any], depth: int = 0) -> int:
        """The number of numbered cases. Raises JudgeError if there are implausibly many."""
        if depth > DEEPEST:
            raise self._read.fault((), f"groups are nested more than {DEEPEST} deep")
        data, total = node.get("data"), 0
        for part in data if isinstance(data, list) else [data]:
            for value in part.values() if isinstance(part, dict) else ():
                self._nodes += 1
                if self._nodes > MOST_NODES:
                    raise self._read.fault((), f"there are more than {MOST_NODES} cases and groups")
                if _is_group(value):
                    total += self._numbered(value, depth + 1)
                elif isinstance(data, list):
                    total += len(_counted(value) or [1])
        return total

    def _group(self, node: Mapping[Any, Any], name: str, keys: Keys, outer: Inherited) -> list[str]:
        """Reads a group; returns the names of its cases."""
        inherited = self._read.inherited(node, keys, outer)
        for file in GROUP_FILES:
            if node.get(file):
                path = f"{name}/{file}" if name else file
                self._files[path] = self._read.text(node[file], (*keys, file))
        known = (*GROUP_KEYS, *(() if name else ROOT_KEYS))
        self._remarks += [
            f"{place(self._file, *keys, str(key))}: the key '{key}' is not used"
            for key in node
            if key not in known
        ]
        members = self._include(node, name, keys)
        for key, number, value, where in self._entries(node, name, (*keys, "data")):
            if _is_group(value):
                found: list[str] = []
                self._named.setdefault(key, []).append(found)
                own = self._full_name(name, next(number), key, where)
                found += self._group(value, own, where, inherited)
            else:
                found = [
                    self._case(value, self._full_name(name, next(number), key, where, suffix), each, where, inherited)
                    for each, suffix in self._each(value, where)
                ]  # fmt: skip
                self._named.setdefault(key, []).append(found)
            members += found
        return members

    def _entries(
        self, node: Mapping[Any, Any], name: str, keys: Keys
    ) -> Iterator[tuple[str, Iterator[str], Any, Keys]]:
        """The entries of a group: the key, the next number for it, the value, and its place."""
        data = node.get("data")
        if not isinstance(data, list):
            for key, value in self._in_order(data or {}, name, keys):
                yield key, _no_numbers(), value, (*keys, key)
            return
        if not name:
            raise self._read.fault(keys, "the folders of data/ must be a map, found a list")
        of_groups = _numbers(
            sum(_is_group(value) for part in data if isinstance(part, dict) for value in part.values())
        )
        for index, part in enumerate(data):
            if not isinstance(part, dict) or len(part) != 1:
                raise self._read.fault(
                    (*keys, index),
                    f"expected one case or group in an entry of a list, found {reprlib.repr(part)}",
                )
            for key, value in self._in_order(part, name, (*keys, index)):
                yield key, of_groups if _is_group(value) else self._case_numbers, value, (*keys, index, key)

    def _in_order(self, part: Any, name: str, keys: Keys) -> Iterator[tuple[str, Any]]:
        """The entries of a map by their keys; the folders of data/ have an order of their own."""
        if not isinstance(part, dict):
            raise self._read.fault(keys, f"expected a map of cases and groups, found {reprlib.repr(part)}")
        texts = {"" if key is None else str(key): value for key, value in part.items()}
        for key, value in texts.items():
            if not _is_group(value) and (not _is_case(value) or not name):
                wanted = "a case or a group" if name else "a group"
                raise self._read.fault((*keys, key), f"expected {wanted}, found {reprlib.repr(value)}")
        if name:
            yield from sorted(texts.items())
            return
        for old in RENAMED.keys() & texts:
            del texts[old]
            where = place(self._file, *keys, old)
            self._remarks.append(f"{where}: '{old}' is not used: its name is {RENAMED[old]} now. Rename it.")
        if unknown := next((folder for folder in texts if folder not in ROOTS), None):
            raise self._read.fault((*keys, unknown), unknown_name("folder of data/", unknown, ROOTS))
        yield from ((folder, texts[folder]) for folder in ROOTS if folder in texts)

    def _full_name(self, group: str, number: str, key: str, keys: Keys, suffix: str = "") -> str:
        own = "-".join(filter(None, (number, key))) + suffix
        name = f"{group}/{own}" if group else own
        if not NAME.fullmatch(own) or own == "test_group":
            raise self._read.fault(keys, f"a case or a group cannot be called '{own}'")
        if name in self._cases or name in self._included:
            raise self._read.fault(keys, f"the case {name} appears twice")
        return name

    def _include(self, node: Mapping[Any, Any], name: str, keys: Keys) -> list[str]:
        """Includes cases of other groups; returns the names of the originals."""
        said = node.get("include") or []
        found: list[str] = []
        for index, key in enumerate(said if isinstance(said, list) else [said]):
            known = self._named.get(key, []) if isinstance(key, str) else []
            if len(known) != 1:
                what = "several are" if known else "nothing is"
                raise self._read.fault(
                    (*keys, "include", index),
                    f"'include' must name a case or a group above it: {what} called {reprlib.repr(key)}",
                )
            found += known[0]
        for source in found:
            own = f"{name}/{source.rpartition('/')[2]}"
            if self._included.setdefault(own, source) != source:
                raise self._read.fault((*keys, "include"), f"two different cases {own} are included")
        return found

    def _each(self, node: Any, keys: Keys) -> Iterator[tuple[int, str]]:
        """Each case of an entry: its number, and the suffix of its name."""
        numbers = _counted(node)
        if numbers is None:
            yield 1, ""
            return
        if not numbers:
            raise self._read.fault(
                (*keys, "count"),
                f"'count' must be a number up to {MOST_OF_A_COUNT}, a list of different ones, or a range, 1..=5, "
                f"found {reprlib.repr(node['count'])}",
            )
        follow_each_other = max(numbers) - min(numbers) == len(numbers) - 1
        width = max(len(str(number)) for number in numbers) if follow_each_other else 0
        for number in numbers:
            yield number, f"-{number:0{width}}"

    def _case(self, node: Any, name: str, number: int, keys: Keys, outer: Inherited) -> str:
        """Reads a case; returns its name."""
        if len(self._cases) >= MOST_CASES:
            raise self._read.fault(keys, f"there are more than {MOST_CASES} cases")
        self._cases[name] = self._read.case(node, name, number, keys, outer)
        return name


def _numbers(total: int) -> Iterator[str]:
    """1, 2, ... with as many digits as the total has."""
    return (f"{number:0{len(str(total))}}" for number in count(1))


def _no_numbers() -> Iterator[str]:
    while True:
        yield ""


def _is_case(value: object) -> bool:
    has_keys = isinstance(value, dict) and bool({*OF_A_CASE} & value.keys())
    return value is None or isinstance(value, str) or has_keys


def _is_group(value: object) -> bool:
    return isinstance(value, dict) and not _is_case(value)


def _counted(node: Any) -> list[int] | None:
    """The numbers of its cases. None: it has no `count`; empty: its `count` is invalid."""
    if not isinstance(node, dict) or "count" not in node:
        return None
    said = node["count"]
    if isinstance(said, list):
        numbers = [int(one) for one in said if isinstance(one, str) and NUMBER.fullmatch(one)]
        is_right = len(numbers) == len(said) == len({*numbers}) <= MOST_OF_A_COUNT
        return numbers if is_right else []
    text = said if isinstance(said, str) else ""
    found = RANGE.fullmatch(text)
    first = int(found[1]) if found else 1
    last = int(found[2]) if found else int(text) if NUMBER.fullmatch(text) else 0
    return [*range(first, last + 1)] if 0 <= last - first < MOST_OF_A_COUNT else []
