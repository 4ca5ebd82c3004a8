"""`judge generate` for a package that describes its test data in generators/generators.yaml."""

from judge.base.console import out, say, warn
from judge.base.errors import JudgeError
from judge.base.units import plural, some_of
from judge.problems.formats.find import load_package
from judge.problems.formats.generators_case import FILE
from judge.problems.formats.generators_yaml import described_data
from judge.problems.formats.tree import tree_of
from judge.problems.model import Problem
from judge.project.host import JudgeHost
from judge.testdata.check_package import package_faults
from judge.testdata.make_described import Maker
from judge.testdata.write_described import DescribedFiles, Written

SOME = 5
"""The most files that are named in a message."""


def generate_described(host: JudgeHost, problem: Problem, *, check: bool) -> bool:
    """`problem`: the package, loaded without its data. `check`: writes nothing. Returns whether the validators accept
    all data and, with `check`, whether data/ matches the description. Raises JudgeError."""
    package = problem.package
    assert package is not None
    if not (problem.folder / FILE).is_file():
        raise JudgeError(
            f"its package brings its test data, and has no {FILE}: there is nothing to generate."
        )
    if package.origin is None or not package.origin.is_dir():
        raise JudgeError(
            f"{package.origin}: nothing is written into a zip file. Unpack it, and name the folder."
        )
    described = described_data(tree_of(problem.folder), package.constants)
    for remark in described.remarks:
        warn(f"{problem.id}: {remark}")
    work = DescribedFiles(host, problem, described)
    files, maker = work.make()
    for line in maker.unmatched:
        warn(f"{problem.id}: {line}")
    faults: list[str] = []
    if check:
        faults += work.differences(files)
    else:
        written = work.write(files)
        maker.forget_others()
        _tell(problem, maker, written)
    complete = load_package(str(package.origin), host.installation.data.package_data)
    faults += package_faults(host, complete)
    tests = len(complete.package.tests) if complete.package else 0
    tell_faults(problem, faults, plural(tests, "test case"))
    return not faults


def tell_faults(problem: Problem, faults: list[str], summary: str) -> None:
    """Prints each fault, and at the end whether all agrees; `summary`: what was checked."""
    for fault in faults:
        out.print(f"{problem.id}: {fault}", style="bold red", markup=False, soft_wrap=True)
    state = f"{plural(len(faults), 'fault')} found" if faults else "all agrees"
    style = "bold red" if faults else "green"
    out.print(f"{problem.id}: {state}: {summary}", style=style, markup=False, soft_wrap=True)


def _tell(problem: Problem, maker: Maker, written: Written) -> None:
    counts = {
        "new": written.new,
        "changed": written.changed,
        "removed": written.removed,
        "as before": written.same,
    }
    told = ", ".join(f"{len(names)} {what}" for what, names in counts.items() if names)
    say(
        f"{problem.id}: {plural(maker.made, 'case')} made, {maker.kept} kept from before; files of data/: {told}"
    )
    if written.replaced:
        warn(f"{problem.id}: files that differed were replaced; what they were is in {written.replaced}")
    if written.foreign:
        left = some_of([f"data/{name}" for name in written.foreign], SOME)
        warn(f"{problem.id}: not described by {FILE}, and left as they are: {left}")
