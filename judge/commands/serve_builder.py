"""The builder of `judge serve` (serve_building.py), a separate program. It brings build/ up to date as the user that
started the judge, prints the name of each problem that can be made ready, and ends when its input does."""

import os
import sys
import threading
import time

if not __package__:
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))  # noqa: PTH100, PTH120  # fast

from judge.base.callers_state import take_own_state
from judge.base.children import ask_children_to_end, end_children
from judge.base.console import warn
from judge.base.errors import JudgeError
from judge.base.interruption import CHILDREN_S
from judge.commands.options.here import host_here
from judge.problems.formats.own import problem_ids
from judge.problems.lesson_file import PREFIX
from judge.project.build import EMULATOR, PROGRAMS, build
from judge.service.lessons import lesson_names


def main() -> None:
    take_own_state()
    threading.Thread(target=_end_with_input, daemon=True).start()
    host = host_here()
    for name in problem_ids(host.installation):
        try:
            build(host, PROGRAMS, problems=[name])
        except JudgeError as error:  # the worker reports the reason when it finds it missing
            warn(f"{name} is not built: {error}")
        print(name, flush=True)
    try:
        build(host, EMULATOR)
    except JudgeError as error:
        warn(f"CUDA submissions are not judged: {error}")
        return
    for name in lesson_names(host.installation):
        print(f"{PREFIX}{name}", flush=True)


def _end_with_input() -> None:
    while os.read(0, 1):  # sys.stdin would be locked if this program ended before its input does
        pass
    ask_children_to_end()
    end_children(time.monotonic() + CHILDREN_S)
    os._exit(0)


if __name__ == "__main__":
    main()
