"""`judge samples`: the samples of a problem as files."""

from pathlib import Path

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.units import plural
from judge.base.whole_files import write_in_one_step
from judge.project.host import JudgeHost
from judge.service.intake import problem_of
from judge.service.prepared_problem import loaded_tests
from judge.service.statement_files import samples_of


def samples(host: JudgeHost, problem_name: str, folder: Path) -> int:
    """The command. Returns the exit status. Existing files with another content are left alone. For an interactive
    problem, the sample's dialogue is written instead of input and answer, which a solution never sees."""
    problem = problem_of(host, problem_name)
    package = problem.package
    has_others = package and not problem.is_interactive and any(test.is_sample for test in package.tests)
    are_said = package and package.interactions and not has_others
    tests = [] if are_said else loaded_tests(host, problem, samples_only=True)
    files = {one.name: one.files for one in samples_of(problem, tests)}
    contents = {
        folder / f"{name.partition('/')[2]}{file.suffix}": file.read_bytes()
        for name, of_sample in files.items()
        for file in of_sample
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in contents.items():
            if path.exists() and path.read_bytes() != content:
                raise JudgeError(
                    f"{path} exists with different content: move it away, or choose another folder."
                )
        for path, content in contents.items():
            write_in_one_step(path, content)
    except OSError as error:
        raise JudgeError(f"{error.filename or folder}: {error.strerror}.") from error
    for name, of_sample in sorted(files.items()):
        endings = ", ".join(file.suffix for file in of_sample)
        out.print(f"{folder / name.partition('/')[2]}{endings}", soft_wrap=True)
    out.print(f"{plural(len(files), 'sample')} of {problem.id}", style="dim")
    return 0
