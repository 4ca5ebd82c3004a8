"""Problems whose part of the build fails: found in the output of CMake and ninja, so that all others are built."""

import json
import re

from judge.base.whole_files import read_map, write_in_one_step
from judge.project.installation import Installation

TOOLS = ("main", "emulated", "generate", "validate-input", "validate-output")
"""Words after a problem's id and a hyphen: the targets that problems/CMakeLists.txt makes of it."""
CMAKE_ERROR = re.compile(r"^CMake Error at (.*?)(?:\n\n\n|\Z)", re.MULTILINE | re.DOTALL)
FAILED = re.compile(r"^FAILED: (?:\[code=\d+\] )?(?!build\.ninja)(.*)$", re.MULTILINE)
LINKING = re.compile(r"undefined reference|cannot find -l")


def broken_builds(installation: Installation) -> dict[str, str]:
    """Why the last build left problems out, by their ids."""
    return read_map(installation.build / "judge-broken.json")


def keep_broken_builds(installation: Installation, broken: dict[str, str]) -> None:
    write_in_one_step(installation.build / "judge-broken.json", json.dumps(broken))


def broken_in(installation: Installation, output: str) -> dict[str, str]:
    """The problems that made CMake or ninja fail, each with what is wrong and what to do; none if anything else did."""
    ids = {path.name for path in installation.problems.glob("*") if path.is_dir()} - {"common"}
    found: dict[str, str] = {}
    for error in CMAKE_ERROR.finditer(output):
        place = re.search(r"problems/([^/\s]+)/CMakeLists\.txt:\d+", error[1])
        if not place or place[1] not in ids:
            return {}
        words = " ".join(error[1].removeprefix(place[0]).split()).rstrip(".")
        found.setdefault(place[1], f"{place[0]}: CMake fails: {words}. Correct it.")
    for failed in FAILED.finditer(output):
        name = next((name for name in ids if _is_of(name, failed[1])), None)
        if name is None:
            return {}
        found.setdefault(name, _why(installation, name, output[failed.end() :]))
    return found


def _is_of(name: str, outputs: str) -> bool:
    """Whether these outputs of a build step are a problem's own."""
    word = re.escape(name)
    targets = "|".join(f"{word}-{tool}" for tool in TOOLS)
    own = rf"(?:.*/)?problems/{word}/.*|.*/(?:{targets})\.dir/.*|problem-tools/{word}/.*|(?:emulated/)?{word}"
    return any(re.fullmatch(own, output) for output in outputs.split())


def _why(installation: Installation, name: str, output: str) -> str:
    """The first line of the compiler or the linker that states the reason, and what to do."""
    lines = output.split("\nFAILED: ")[0].replace(f"{installation.root}/", "").splitlines()
    said = next((line for line in lines if re.search(r"\berror: ", line) or LINKING.search(line)), None)
    what, advice = said or f"problems/{name} cannot be built", "Correct it"
    if LINKING.search(what):
        cmake = f"problems/{name}/CMakeLists.txt"
        is_missing = not (installation.root / cmake).exists()
        what = f"{cmake}{' is missing' if is_missing else ''}: {what}"
        advice = f"Name what it links in {cmake}: warp_judge_problem(KERNELS OPERATION)"
    return f"{what}. {advice}; the whole output: {installation.show(installation.build / 'judge-build.log')}"
