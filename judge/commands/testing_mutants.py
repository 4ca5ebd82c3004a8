"""`judge test --mutants`: plants faults, and shows which step and which test catches each."""

from collections.abc import Sequence

from rich.text import Text

from judge.base.console import out, say
from judge.base.tables import new_table
from judge.base.units import duration
from judge.project.host import JudgeHost
from judge.selftest.faults import ROWS, chosen_faults, read_faults
from judge.selftest.mutants import CONTROL, MutantFound, build_here, control, planted


def mutants(host: JudgeHost, chosen: Sequence[str], seed: int = 0, *, whole: bool = False) -> int:
    """The command. Returns the exit status: 0 if every fault was noticed, and nothing failed without one."""
    faults = chosen_faults(read_faults(host.installation.root / ROWS), chosen, seed)
    build_here(host, faults)
    found = [control(host.installation, faults)]
    if not found[0].step:
        for number, fault in enumerate(faults, start=1):
            found.append(planted(host.installation, fault, whole=whole))
            say(f"fault {number} of {len(faults)}: {_line(found[-1])}")
    out.print(_table(found))
    if found[0].step:
        out.print(
            f"no fault was planted: without one {found[0].step} fails already: {found[0].test}", markup=False
        )
        return 1
    missed = [one.name for one in found[1:] if not one.step]
    out.print(f"{len(faults)} faults (seed {seed}): {len(faults) - len(missed)} noticed, {len(missed)} not")
    return 1 if missed else 0


def _line(found: MutantFound) -> str:
    by = f"{found.step}: {found.test}" if found.step else "NOT NOTICED"
    return f"{found.name}: {by} ({duration(found.duration_s)})"


def _table(found: Sequence[MutantFound]) -> object:
    table = new_table("Faults", "fault", "room", "noticed by", "test", "time", "what it stands for")
    for one in found:
        is_control = one.name == CONTROL
        step = one.step or ("nothing, as expected" if is_control else "NOTHING")
        cells = (one.name, one.room, step, one.test, duration(one.duration_s), one.stands_for)
        table.add_row(
            *map(Text, cells),
            style="green" if bool(one.step) != is_control else "bold red",
        )  # fmt: skip
    return table
