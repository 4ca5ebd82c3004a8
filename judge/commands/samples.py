"""`judge samples`: the samples of a problem as files."""

from pathlib import Path

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.units import plural
from judge.base.whole_files import write_in_one_step
from judge.commands.given import loaded_tests, problem_of
from judge.project.paths import Project


def samples(project: Project, problem_name: str, folder: Path) -> int:
    """The command. Returns the exit status. Files that are there with another content are left alone."""
    problem = problem_of(project, problem_name)
    tests = loaded_tests(project, problem, samples_only=True)
    contents = {
        folder / f"{test.name.partition('/')[2]}{file.suffix}": file.read_bytes()
        for test in tests
        for file in (test.input, test.answer)
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, content in contents.items():
            if path.exists() and path.read_bytes() != content:
                raise JudgeError(
                    f"{path} exists with another content and is left alone: move it away, or choose another folder."
                )
        for path, content in contents.items():
            write_in_one_step(path, content)
    except OSError as error:
        raise JudgeError(f"{error.filename or folder}: {error.strerror}.") from error
    for test in tests:
        out.print(f"{folder / test.name.partition('/')[2]}.in, .ans", markup=False, soft_wrap=True)
    out.print(f"{plural(len(tests), 'sample')} of {problem.id}", style="dim", markup=False)
    return 0
