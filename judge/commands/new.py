"""`judge new`: a small, complete problem to start from."""

import re
import shutil

from judge.base.called import JUDGE
from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.interruption import telling
from judge.commands.generate import generate
from judge.commands.new_parts import NO_UUID, TEMPLATES, give_uuid
from judge.commands.options.generate import GenerateOptions
from judge.problems.formats.own import NOT_PROBLEMS
from judge.project.build import DATA, PACKAGES, build, will_build
from judge.project.host import JudgeHost
from judge.project.installation import Installation


def new(host: JudgeHost, problem_id: str, language: str) -> int:
    folder, data = host.installation.problems / problem_id, host.installation.committed_data(problem_id)
    if not re.fullmatch(r"[a-z][a-z0-9-]*", problem_id):
        raise JudgeError(
            f"'{problem_id}' is not an id: expected lower-case letters, digits and hyphens, such as different-numbers."
        )
    for path in (folder, data):
        if path.exists():
            raise JudgeError(f"{host.installation.show(path)} is there already: choose another id.")
    build(host, DATA, problems=[PACKAGES])  # everything that a problem without a program needs
    if problem_id in NOT_PROBLEMS or will_build(host.installation, problem_id):
        raise JudgeError(f"'{problem_id}' is a name that the build uses: choose another id.")
    with telling(lambda: _interrupted(host.installation, problem_id)):
        shutil.copytree(
            TEMPLATES / language, folder, ignore=shutil.ignore_patterns("invalid_input", "__pycache__")
        )
        shutil.copytree(TEMPLATES / language / "invalid_input", data / "invalid_input")
        give_uuid(folder)
        status = generate(host, GenerateOptions((problem_id,)))
    out.out(
        f"{host.installation.show(folder)}: counts different numbers, until you make another problem of it:\n"
        f"  problem.yaml, statement/        what is asked\n"
        f"  generators/, input_validators/  the tests; after a change: {JUDGE} generate {problem_id}\n"
        f"  submissions/                    right and wrong ones; the first accepted one makes the answers\n"
        f"Then: {JUDGE} generate {problem_id} --check; {JUDGE} verify {problem_id}"
    )
    return status


def _interrupted(installation: Installation, problem_id: str) -> str:
    """What exists already, and how to continue or remove it."""
    folder, data = installation.problems / problem_id, installation.committed_data(problem_id)
    written = [installation.show(path) for path in (folder, data) if path.exists()]
    if not written:
        return "interrupted before anything was written"
    metadata = folder / "problem.yaml"
    is_copied = data.exists() and metadata.exists() and NO_UUID not in metadata.read_text(encoding="utf-8")
    what, go_on = "not all of their files", ""
    if is_copied:
        what, go_on = "not all of the test data", f"to go on: {JUDGE} generate {problem_id}; "
    return f"interrupted: {' and '.join(written)} written, {what}; {go_on}to remove it: rm -r {' '.join(written)}"
