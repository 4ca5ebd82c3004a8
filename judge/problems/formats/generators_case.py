"""One case of generators.yaml: how its files are made."""

import hashlib
import re
import reprlib
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.suggestions import unknown_name
from judge.problems.constants import Constants, filled
from judge.problems.described import SEED, SEEDS, Command, DescribedCase
from judge.problems.formats.programs import programs_in
from judge.problems.formats.tree import Tree
from judge.problems.program import Program
from judge.problems.yaml_files import place

FILE = "generators/generators.yaml"
TEXTS = (
    "in", "ans", "out", "in.statement", "ans.statement", "in.download", "ans.download", "interaction", "yaml", "hint",
    "desc",
)  # fmt: skip
"""Suffixes of a case's text files."""
ENDINGS = (*TEXTS, "png", "jpg", "jpeg", "svg", "pdf")
LINKS = ("in.statement", "ans.statement", "in.download", "ans.download")
INPUTS = ("in", "in.statement", "interaction")
"""A case must have one of these."""
OF_A_CASE = ("generate", "copy", "count", "match", *TEXTS)
"""The keys that distinguish a case from a group."""
CASE_KEYS = (*OF_A_CASE, "solution", "random_salt", "retries")
NUMBER = re.compile(r"-?[0-9]{1,9}")
MOST_RETRIES = 100
Keys = tuple[str | int, ...]
"""The path to a value in the file."""


class Inherited(Struct, frozen=True):
    """The settings that apply to a group and everything in it."""

    solutions: tuple[Path, ...] = ()
    salt: str = ""
    retries: int = 1


class CaseReader:
    """Raises JudgeError with the line."""

    def __init__(self, tree: Tree, constants: Constants, implicit: object) -> None:
        """`implicit`: the value of the key `generators`."""
        self._tree, self._constants = tree, constants
        self._file = tree / FILE
        self._generators = {
            program.name: program for program in programs_in(tree, "generators") if program.path != self._file
        } | self._implicit(implicit)

    def fault(self, keys: Keys, message: object) -> JudgeError:
        return JudgeError(f"{place(self._file, *keys)}: {str(message).rstrip('.')}.")

    def text(self, said: object, keys: Keys) -> str:
        if not isinstance(said, str):
            raise self.fault(keys, f"'{keys[-1]}' must be a text, found {reprlib.repr(said)}")
        return said

    def inherited(self, node: Mapping[Any, Any], keys: Keys, outer: Inherited) -> Inherited:
        """The settings, with those of the group or case itself."""
        if node.get("random_salt") is not None:
            outer = replace(outer, salt=self.text(node["random_salt"], (*keys, "random_salt")))
        if node.get("retries") is not None:
            said = node["retries"]
            if not isinstance(said, str) or not NUMBER.fullmatch(said) or not 0 < int(said) <= MOST_RETRIES:
                raise self.fault(
                    (*keys, "retries"),
                    f"'retries' must be from 1 to {MOST_RETRIES}, found {reprlib.repr(said)}",
                )
            outer = replace(outer, retries=int(said))
        if "solution" in node:
            outer = replace(outer, solutions=self._solution(node["solution"], (*keys, "solution")))
        return outer

    def case(self, node: Any, name: str, number: int, keys: Keys, outer: Inherited) -> DescribedCase:
        """`number`: the one from `count`, else 1."""
        if isinstance(node, str):
            node = {"copy": node.removesuffix(".in")} if node.endswith(".in") else {"generate": node}
        for key in node or ():
            if key not in CASE_KEYS:
                raise self.fault((*keys, str(key)), unknown_name("key", str(key), CASE_KEYS))
        inherited = self.inherited(node or {}, keys, outer)
        given = {key: value for key, value in (node or {}).items() if value is not None}
        copies = self._copies(given["copy"], (*keys, "copy")) if "copy" in given else {}
        if node is None:
            copies = self._files_of(f"data/{name}")
        texts, links = self._contents(given, keys)
        command = None
        if "generate" in given:
            counted = str(number) if "count" in given else None
            command = self._command(given["generate"], number, counted, (*keys, "generate"), inherited)
        if command is None and not {*INPUTS} & {*copies, *texts, *links}:
            raise self.fault(
                keys, f"expected what the case is made by, 'generate', 'copy' or 'in', or data/{name}.in"
            )
        patterns = self._patterns(given.get("match", []), (*keys, "match"))
        return DescribedCase(name, command, copies, texts, links, inherited.solutions, patterns, node is None)

    def _implicit(self, said: object) -> dict[str, Program]:
        """Generators of several files."""
        if not isinstance(said, dict | None):
            raise self.fault(
                ("generators",), f"'generators' must be a map of names, found {reprlib.repr(said)}"
            )
        found = {}
        for name, files in (said or {}).items():
            keys = ("generators", str(name))
            if not isinstance(files, list) or not files:
                raise self.fault(
                    keys, f"'{name}' must be a list of files in generators/, found {reprlib.repr(files)}"
                )
            paths = [f"generators/{self.text(file, keys)}" for file in files]
            for path in paths:
                if not self._tree.has(path):
                    raise self.fault(keys, f"the file {path} is missing")
            first, *others = (self._tree / path for path in paths)
            found[str(name)] = Program(first, beside=tuple(others), entry_point=first.name)
        return found

    def _solution(self, said: object, keys: Keys) -> tuple[Path, ...]:
        """The solution; empty if it is switched off."""
        if said is None:
            return ()
        path = self.text(said, keys)
        name = path.strip().strip("/")
        if not path.startswith("/") or not (self._tree.has(name) or self._tree.below(name)):
            raise self.fault(
                keys,
                "'solution' must be a path in the package, such as /submissions/accepted/a.py, found "
                f"{reprlib.repr(path)}",
            )
        return (self._tree / name,)

    def _copies(self, said: object, keys: Keys) -> dict[str, Path]:
        base = f"generators/{self.text(said, keys)}"
        if not (found := self._files_of(base)):
            raise self.fault(keys, f"there is no file {base}.in, nor with another ending of a case")
        return found

    def _files_of(self, base: str) -> dict[str, Path]:
        names = {ending: f"{base}.{ending}" for ending in ENDINGS}
        return {ending: self._tree / name for ending, name in names.items() if self._tree.has(name)}

    def _contents(self, given: Mapping[str, Any], keys: Keys) -> tuple[dict[str, str], dict[str, str]]:
        """The files whose content is written here, and those that equal another one."""
        texts, links = {}, {}
        for ending in TEXTS:
            value = given.get(ending)
            if isinstance(value, dict) and ending in LINKS and [*value] == ["link"]:
                kind, target = ending.partition(".")[0], value["link"]
                if target not in (kind, f"{kind}.statement", f"{kind}.download") or target == ending:
                    raise self.fault(
                        (*keys, ending),
                        f"'link' must name another file of the case, such as '{kind}', found {reprlib.repr(target)}",
                    )
                links[ending] = target
            elif value is not None:
                text = self.text(value, (*keys, ending))
                texts[ending] = text if not text or text.endswith("\n") else f"{text}\n"
        for ending, target in links.items():
            if target in links:
                raise self.fault((*keys, ending), f"'link' must not name {target}, which is a link, too")
        return texts, links

    def _command(
        self, said: object, number: int, counted: str | None, keys: Keys, inherited: Inherited
    ) -> Command:
        command = filled(self.text(said, keys), self._constants)
        if counted is not None:
            command = command.replace("{count}", counted)
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise self.fault(keys, f"the command {reprlib.repr(command)} cannot be read: {error}") from error
        if not words:
            raise self.fault(keys, "expected the command of a generator, found none")
        if len(re.findall(SEED, " ".join(words))) > 1:
            raise self.fault(keys, f"{{seed}} may be there once, found it again in {reprlib.repr(command)}")
        seeded = f"{inherited.salt}{f':{number - 1}' if number != 1 else ''}{command.strip()}"
        return Command(
            self._generator(words[0], keys),
            tuple(word.replace("{name}", "testcase") for word in words[1:]),
            int(hashlib.sha512(seeded.encode()).hexdigest(), 16) % SEEDS,
            inherited.retries,
        )

    def _generator(self, name: str, keys: Keys) -> Program:
        if name in self._generators:
            return self._generators[name]
        if self._tree.has(f"generators/{name}"):
            return Program(self._tree / f"generators/{name}")
        raise self.fault(keys, unknown_name("generator", name, self._generators))

    def _patterns(self, said: object, keys: Keys) -> dict[str, tuple[str, ...]]:
        found = {}
        for ending, patterns in (said if isinstance(said, dict) else {"in": said}).items():
            texts = patterns if isinstance(patterns, list) else [patterns]
            if ending not in ("in", "ans"):
                raise self.fault(keys, f"'match' must be for 'in' or 'ans', found {reprlib.repr(ending)}")
            for text in texts:
                try:
                    re.compile(self.text(text, keys))
                except (re.error, OverflowError, RecursionError) as error:
                    raise self.fault(
                        keys, f"{reprlib.repr(text)} is not a regular expression: {error}"
                    ) from error
            found[str(ending)] = tuple(texts)
        return {ending: texts for ending, texts in found.items() if texts}
