"""A problem program's reports about the inputs that it answers in one process (docs/problem-programs.md)."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from judge.base.records import Count, Record, decoded


class Answered(Record, frozen=True):
    """The program's report for one input."""

    input: str
    """Its path."""
    exit_code: Count
    stdout_bytes: Count
    wall_ns: Count
    message: str | None
    phases: msgspec.Raw = msgspec.Raw()
    """This and the work: as for a single input, with the solver's name; empty if not requested."""
    work: msgspec.Raw = msgspec.Raw()

    @property
    def reports(self) -> str:
        """The lines that it writes for a single input."""
        kinds = {"phases": self.phases, "work": self.work}
        return "".join(
            f'{{"{kind}": {bytes(found).decode()}}}\n'
            for kind, found in kinds.items()
            if bytes(found) not in (b"", b"null")
        )


class _Line(Record, frozen=True):
    batch: Answered


def write_list(file: Path, inputs: Sequence[Path]) -> None:
    """The file for `--batch`."""
    file.write_text("".join(f"{path}\n" for path in inputs), encoding="utf-8")


def read_answers(stderr: Path) -> dict[str, Answered]:
    """Answers by the path of the input. A line of another form is ignored."""
    found = {}
    with stderr.open("rb") as lines:
        for line in lines:
            try:
                answer = decoded(line, _Line).batch
                found[answer.input] = answer
            except (ValueError, RecursionError):
                continue
    return found
