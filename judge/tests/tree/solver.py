#!/usr/bin/python3
"""Stands for build/double in the tests: a program with three solvers, one of which cannot run here."""

import json
import sys

SOLVERS = {"cpu-shift": "shifts the bits", "cpu-add": "adds it to itself", "gpu-add": "adds on a GPU"}

if "--list" in sys.argv:
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
number = int(input())
print(number << 1 if solver == "cpu-shift" else number + number)
phases: dict[str, object] = {"read_ns": 1000, "solve_ns": 2000, "print_ns": 3000}
if solver.startswith("gpu-"):
    phases["gpu"] = {"start_up_ns": 400, "copy_in_ns": 300, "kernels_ns": 200, "copy_out_ns": 100}
for kind, values in (
    ("phases", phases),
    ("work", {"size": len(str(number)), "size_unit": "digits", "flop": 1, "least_bytes": 16}),
):
    if f"--{kind}" in sys.argv:
        print(json.dumps({kind: {"solver": solver, **values}}), file=sys.stderr)
