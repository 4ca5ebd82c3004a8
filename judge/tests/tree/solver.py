#!/usr/bin/python3 -IS
"""Stands for build/double in the tests: a program with three solvers, one of which cannot run here.

It runs thousands of times: most modules, and Python's own search for packages, take longer than all that it does.
"""

import sys

SOLVERS = {"cpu-shift": "shifts the bits", "cpu-add": "adds it to itself", "gpu-add": "adds on a GPU"}

if "--list" in sys.argv:
    import json

    rows = [
        {
            "name": name,
            "idea": idea,
            "available": name != "gpu-add",
            "reason": "no GPU here" if name == "gpu-add" else "",
            "largest_size": None,
            "uses_all_cores": name == "cpu-add",
        }
        for name, idea in SOLVERS.items()
    ]
    print(json.dumps({"solvers": rows}))
    sys.exit(0)
solver = sys.argv[sys.argv.index("--solver") + 1]
if solver == "gpu-add":
    print("double: this solver cannot run: no GPU here", file=sys.stderr)
    sys.exit(3)
phases: dict[str, object] = {"read_ns": 1000, "solve_ns": 2000, "print_ns": 3000}
if solver.startswith("gpu-"):
    phases["gpu"] = {"start_up_ns": 400, "copy_in_ns": 300, "kernels_ns": 200, "copy_out_ns": 100}


def answer(number: int) -> dict[str, object]:
    """Prints it; returns what is to be reported."""
    print(number << 1 if solver == "cpu-shift" else number + number)
    work = {"size": len(str(number)), "size_unit": "digits", "flop": 1, "least_bytes": 16}
    reports = {"phases": phases, "work": work}
    return {kind: {"solver": solver, **reports[kind]} for kind in reports if f"--{kind}" in sys.argv}


def answer_in_batch(path: str) -> None:
    import contextlib
    import io
    import json

    text = io.StringIO()
    with open(path) as file, contextlib.redirect_stdout(text):  # noqa: PTH123  # as short as it is
        reports = answer(int(file.read()))
    print(text.getvalue(), end="", flush=True)
    line = {"input": path, "exit_code": 0, "stdout_bytes": len(text.getvalue()), "wall_ns": 6000}
    print(json.dumps({"batch": {**line, "message": None, **reports}}), file=sys.stderr)


if "--batch" in sys.argv:
    with open(sys.argv[sys.argv.index("--batch") + 1]) as paths:  # noqa: PTH123
        for path in paths.read().splitlines():
            answer_in_batch(path)
    sys.exit(0)
number = int(input())
for kind, values in answer(number).items():
    print(str({kind: values}).replace("'", '"'), file=sys.stderr)  # names and whole numbers: JSON
