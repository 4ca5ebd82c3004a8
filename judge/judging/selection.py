"""What `verify` judges: the problems, solvers and devices that its options name."""

from collections.abc import Sequence

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.records import replace
from judge.base.suggestions import unknown_name
from judge.judging.solutions import Solution, solvers
from judge.judging.stored import stored_submissions
from judge.problems.broken import BrokenProblems
from judge.problems.model import Problem
from judge.project.build import will_build
from judge.project.devices import DeviceChoice, Requirement
from judge.project.emulator import find_compiler, why_left_out
from judge.project.host import JudgeHost
from judge.project.run_policy import RunPolicy


class Choice(Struct, frozen=True):
    problems: tuple[str, ...] = ()
    """Their ids; empty: all."""
    solvers: tuple[str, ...] = ()
    """Their names; empty: all solvers and submissions."""
    device: DeviceChoice = DeviceChoice.ALL
    """The device; without a GPU, everything that needs one is judged on the emulated one, unless a GPU is required."""
    large: bool = False
    """Whether only the solvers are judged, on large tests."""
    require: Requirement | None = None
    """What must be present: without it, whatever needs it would be skipped, which then counts as a failure."""
    all_cores: bool = False
    """Whether each solver has the whole machine, one after another, as on large tests."""


class NoGpu(JudgeError):
    """The required GPU does not exist."""

    exit_status = 1


def check_requirement(policy: RunPolicy, choice: Choice) -> None:
    """Raises NoGpu if a GPU is required and there is none: nothing need be judged to know that."""
    if choice.require is not Requirement.GPU or choice.device not in (DeviceChoice.GPU, DeviceChoice.ALL):
        return
    if obstacle := policy.gpus.obstacle:
        raise NoGpu(
            f"--require gpu: nothing was judged, as a GPU is required and there is {obstacle}. "
            "Without --require it is emulated.",
            RunJudge(("doctor",), "See"),
        )


def choose(
    host: JudgeHost, problems: Sequence[Problem], choice: Choice, broken: BrokenProblems
) -> list[Solution]:
    """All chosen solvers and submissions. Raises JudgeError for an unknown name, and if none is left, unless there are
    packages without submissions, whose data can be checked."""
    emulate = _is_emulated(host, choice)
    stored: dict[str, list[Solution]] = {}
    if not choice.large:
        stored = broken.of_each(problems, lambda problem: stored_submissions(host, problem, emulate))
    listed = broken.of_each(broken.without(problems), lambda problem: solvers(host, problem, emulate))
    found = [solver for of_problem in listed.values() for solver in of_problem]
    if choice.solvers:
        known = {solver.name for solver in found}
        for name in choice.solvers:
            if name not in known:
                raise unknown_name("solver", name, known)
        found = [solver for solver in found if solver.name in choice.solvers]
    else:
        found += [item for problem_id in listed for item in stored.get(problem_id, ())]
    if choice.large:  # The emulated GPU is far too slow.
        found = [item for item in found if not item.device.is_emulated]
    if choice.large or choice.all_cores:  # Large text is read and printed by all cores.
        found = [replace(item, uses_all_cores=item.is_solver or item.uses_all_cores) for item in found]
    if choice.device is DeviceChoice.EMULATED:
        found = [item for item in found if item.device.is_emulated]
    elif choice.device is not DeviceChoice.ALL:
        found = [item for item in found if item.device.computes_on_gpu == (choice.device is DeviceChoice.GPU)]
    narrows = choice.solvers or choice.large or choice.require or choice.device is not DeviceChoice.ALL
    if not found and (narrows or not any(map(has_data_alone, broken.without(problems)))):
        raise JudgeError("nothing to judge: no solver and no stored submission is selected.")
    if choice.require is Requirement.GPU:
        found = [replace(item, may_skip=not item.device.needs_gpu) for item in found]
        if all(item.may_skip for item in found):
            raise JudgeError("--require gpu: nothing that needs a GPU is selected.")
    return found


def has_data_alone(problem: Problem) -> bool:
    """Whether it is a package without submissions."""
    return problem.package is not None and not problem.package.submissions


def _is_emulated(host: JudgeHost, choice: Choice) -> bool:
    """Whether the emulated GPU replaces a real one: if it is chosen, or there is no GPU and none is required. Raises
    JudgeError if it is chosen but left out of the build."""
    if choice.device is DeviceChoice.EMULATED and (why := why_left_out(host.installation)):
        raise JudgeError(f"--device emulated: {why}")
    return choice.device is DeviceChoice.EMULATED or (choice.require is None and emulates_gpu(host))


def emulates_gpu(host: JudgeHost) -> bool:
    """Whether there is no GPU, but an emulated one, now or after a build."""
    built = find_compiler(host.installation) is not None or will_build(
        host.installation, "cuda-emulator/cuda-device-module"
    )
    return built and host.policy.gpus.obstacle is not None
