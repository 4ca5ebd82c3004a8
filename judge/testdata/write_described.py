"""Updates the folder data/ of a package to match its generators/generators.yaml; other people's files are never
lost."""

import hashlib
import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.events import task
from judge.base.same_bytes import have_same_bytes
from judge.base.whole_files import put_in_one_step, read_map
from judge.problems.described import DescribedData
from judge.problems.formats.generators_yaml import ROOTS
from judge.problems.manifest import sha256_of
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.testdata.make_described import Maker


class Written(Struct):
    """What was done to the files, by their names below data/."""

    new: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    """Files that an earlier call wrote, for cases that are no longer described."""
    same: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    """Files that nothing describes, and that this command did not write: they stay."""
    replaced: Path | None = None
    """A folder with other people's files that were in the place of described ones."""


class DescribedFiles(Struct, frozen=True):
    """All files that a package describes, made."""

    host: JudgeHost
    problem: Problem
    data: DescribedData

    @property
    def _place(self) -> Path:
        """The folder below build/ for this package's stored results."""
        name = hashlib.sha256(str(self.problem.folder.resolve()).encode()).hexdigest()[:32]
        return self.host.installation.data.package_data / "described" / name

    def make(self) -> tuple[dict[str, Path | str], Maker]:
        """Each file's content, or its path, by its name below data/."""
        maker = Maker(self.host, self.problem, self._place)
        made: dict[str, dict[str, Path]] = {}
        title = f"{self.problem.id}: inputs and answers"
        with task(self.host.tell, title, len(self.data.cases)) as progress:
            for case in self.data.cases:
                made[case.name] = maker.files(case)
                progress.advance()
        made |= {name: made[source] for name, source in self.data.included.items()}
        files: dict[str, Path | str] = dict(self.data.files)
        files |= {f"{name}.{ending}": path for name, paths in made.items() for ending, path in paths.items()}
        return files, maker

    def differences(self, files: Mapping[str, Path | str]) -> Iterator[str]:
        """A line for each file of data/ that differs from the description."""
        data = self.problem.folder / "data"
        for name, content in sorted(files.items()):
            if not (data / name).is_file():
                yield f"data/{name} is missing"
            elif not _has_content(data / name, content):
                yield f"data/{name} is not as it is made now"
        for name in self._others(files):
            yield f"data/{name} is not described: nothing makes it"

    def write(self, files: Mapping[str, Path | str]) -> Written:
        data, found = self.problem.folder / "data", Written()
        record = self._place / "written.json"
        known = read_map(record)
        now: dict[str, str] = {}
        own = {
            f"{one.name}.{ending}" for one in self.data.cases if one.has_own_files for ending in one.copies
        }
        for name, content in sorted(files.items()):
            target = data / name
            self._require_inside(target)
            if _has_content(target, content):
                found.same.append(name)
            else:
                is_there = target.exists() or target.is_symlink()
                if is_there and not self._is_ours(target, known.get(name)):
                    self._keep(target, name, found)
                (found.changed if is_there else found.new).append(name)
                _put(target, content)
            if name not in own:
                now[name] = sha256_of(target)
        for name in self._others(files):
            if self._is_ours(data / name, known.get(name)):
                (data / name).unlink()
                found.removed.append(name)
            else:
                found.foreign.append(name)
        put_in_one_step(record, json.dumps(now))
        return found

    def _others(self, files: Mapping[str, Path | str]) -> Iterator[str]:
        """The files of data/ that are not described."""
        data = self.problem.folder / "data"
        for root in ROOTS:
            for path in sorted((data / root).rglob("*")):
                name = path.relative_to(data).as_posix()
                if path.is_file() and not path.name.startswith(".") and name not in files:
                    yield name

    def _is_ours(self, path: Path, digest: object) -> bool:
        """Whether it is unchanged since this command wrote it."""
        return path.is_file() and not path.is_symlink() and sha256_of(path) == digest

    def _require_inside(self, target: Path) -> None:
        """Raises JudgeError if a folder is a link that leads out of the package."""
        real = target.parent.resolve()
        if not real.is_relative_to(self.problem.folder.resolve()):
            raise JudgeError(f"{target.parent} is a link that leads out of the package. Put a folder there.")

    def _keep(self, target: Path, name: str, found: Written) -> None:
        if found.replaced is None:
            place = self.host.installation.data.replaced_data(self.problem.id)
            number = 1
            while (place / str(number)).exists():
                number += 1
            found.replaced = place / str(number)
        copy = found.replaced / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if target.is_file():
            shutil.copyfile(target, copy)


def _has_content(path: Path, content: Path | str) -> bool:
    """Whether the file has this content."""
    if isinstance(content, Path):
        return have_same_bytes(path, content)
    return path.is_file() and path.read_bytes() == content.encode()


def _put(target: Path, content: Path | str) -> None:
    """Puts it there in one step; a link is replaced, not written through."""
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f".{target.name}.partial")
    temporary.unlink(missing_ok=True)
    with temporary.open("xb") as new:
        if isinstance(content, Path):
            with content.open("rb") as source:
                shutil.copyfileobj(source, new)
        else:
            new.write(content.encode())
    temporary.replace(target)
