"""Runs a problem's own programs, validators and generators, in the sandbox, and keeps what is needed to repeat a
failure.

They are untrusted code, so that they see the system, the files that they are called with, and nothing else. A failure
is a fault of the problem. Its run is then stored below build/failed-tools/, with a script that repeats it.
"""

import shlex
import shutil
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.scratch import scratch_folder
from judge.base.text import read_text
from judge.base.trees import remove_tree
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.sandbox.facts import Facts
from judge.sandbox.run import ENVIRONMENT, Pipes, RunLimits, limit_options, run
from judge.sandbox.work_files import visible_with_files, with_files

EXCERPT_BYTES = 2000
"""The length of a failed program's stderr in a message."""
KEPT_AS = {"stdout": "output"}
"""The files that the script writes when it repeats a run."""
REPEAT = """\
#!/bin/sh
# The {tool} of {problem} on {on}: {ending}. This runs it again, isolated and limited as it was then.
cd "$(dirname "$0")" || exit
{runner} run --facts facts --stdout stdout --stderr stderr {options} -- {command} || exit
cat stdout stderr facts
"""


class ToolRun(Struct, frozen=True):
    """One run of one of a problem's programs."""

    host: JudgeHost
    problem: Problem
    tool: str
    """Its role: "output validator"."""
    on: str
    """The subject of the run, such as the name of a test case."""
    command: tuple[str | Path, ...]
    limits: RunLimits
    stdin: Path | None = None
    files: tuple[Path, ...] = ()
    """The arguments that are files it must be able to read."""
    visible: tuple[Path, ...] = ()
    """Files that the program itself needs to see, such as the source of an interpreted language."""
    feedback: Path | None = None
    """A folder whose files are in its work directory at the start, and which then has those of the end."""
    author_names: tuple[str, str] | None = None
    """The name of its source in its messages, and the author's name for it: "problems/gcd/generators"."""

    def run(self, folder: Path, keep: str | None = None, pipes: Pipes | None = None) -> Facts:
        """Runs it. Its stdout and stderr, and the file `keep` of its work directory, become files in `folder`.
        `pipes`: in place of stdin and stdout."""
        kept = None
        if self.feedback:
            kept = folder / "work"
            kept.mkdir()
        facts = run(
            self.host,
            with_files(self.command, self.feedback),
            self.limits,
            folder,
            stdin=self.stdin,
            pipes=pipes,
            visible=(*self.files, *self.visible, *visible_with_files(self.command, self.feedback)),
            keep=keep,
            keep_work=kept,
        )
        if self.feedback and kept:
            remove_tree(self.feedback)
            shutil.move(kept, self.feedback)
        return facts

    def printed(self, folder: Path, *, in_lines: bool = False) -> Path:
        """Runs it, and returns the file of its stdout. Raises JudgeError as failure() words it."""
        facts = self.run(folder)
        if not facts.succeeded:
            raise JudgeError(self.failure(facts, folder, in_lines))
        return folder / "stdout"

    def failure(self, facts: Facts, folder: Path, in_lines: bool = False) -> str:
        """Which program failed, on what, how, its message, and the script that repeats it: one line, except for
        several lines of stderr if they are to be kept."""
        words = read_text(folder / "stderr", EXCERPT_BYTES).strip()
        if self.author_names:
            words = words.replace(*self.author_names)
        ending = facts.message or "" if facts.outcome == "start-failed" else facts.ending
        script = self.host.installation.show(self._keep(ending))
        how = f"the {self.tool} failed on {self.on}: {ending}"
        if in_lines and "\n" in words:
            return f"{how}; repeat it: sh {script}; its stderr:\n{words}"
        said = f"its stderr: {' '.join(words.split())}" if words else "its stderr is empty"
        return f"{how}; {said}; repeat it: sh {script}"

    def _keep(self, ending: str) -> Path:
        """Stores the files of the run, and the script, in place of an earlier failure's on the same subject."""
        name = f"{self.tool} {self.on}".replace(" ", "-").replace("/", "-")
        place = self.host.installation.data.failed_tools(self.problem.id) / name
        place.parent.mkdir(parents=True, exist_ok=True)
        with scratch_folder(self.host.installation.data.path) as scratch:
            new = scratch / "new"
            new.mkdir()
            kept = {path: place / KEPT_AS.get(path.name, path.name) for path in self.files}
            for path, copy in kept.items():
                shutil.copyfile(path, new / copy.name)
            shown = [*kept.values(), *self.visible]
            options = [option for path in shown for option in ("--visible", path)]
            if self.stdin:
                shutil.copyfile(self.stdin, new / "stdin")
                options += ["--stdin", place / "stdin"]
            for hidden in self.host.installation.hidden:
                options += ["--hide", hidden]
            for variable in ENVIRONMENT:
                options += ["--env", variable]
            command = [kept.get(Path(part), part) for part in self.command]
            text = REPEAT.format(
                tool=self.tool,
                problem=self.problem.id,
                on=self.on,
                ending=" ".join(ending.split()),
                runner=shlex.quote(str(self.host.installation.runner)),
                options=shlex.join(map(str, [*limit_options(self.limits), *options])),
                command=shlex.join(map(str, command)),
            )
            (new / "repeat.sh").write_text(text, encoding="utf-8")
            if place.exists():
                place.rename(scratch / "old")
            new.rename(place)
        return place / "repeat.sh"
