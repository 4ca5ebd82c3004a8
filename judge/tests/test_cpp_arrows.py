"""Which part of the C++ tree may know which: by what it includes, and by what CMake links, compiles and waits for."""

import json
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import pytest

from judge.project.installation import this_installation

ROOT = this_installation().root
RUNTIME = "runner/emulator/runtime"
MAY_KNOW = {
    "base": (),
    "kernels": ("base",),
    "runner": ("base",),
    "runner/gpu_trace": ("base",),
    "runner/sandbox/system": ("base",),
    "runner/sandbox/run": ("runner/sandbox/system",),
    "runner/sandbox/gpu": ("runner/sandbox/run", "runner/gpu_trace"),
    "runner/sandbox/isolation": ("runner/sandbox/gpu",),
    "runner/sandbox/keeper": ("runner/sandbox/isolation",),
    "runner/sandbox": ("runner/sandbox/keeper", "runner"),
    "runner/tests": ("runner/sandbox",),
    "runner/validators": ("runner",),
    "runner/emulator/include": (),
    f"{RUNTIME}/base": ("base", "runner/emulator/include"),
    f"{RUNTIME}/memory": (f"{RUNTIME}/base",),
    f"{RUNTIME}/program": (f"{RUNTIME}/memory",),
    f"{RUNTIME}/report": (f"{RUNTIME}/memory",),
    f"{RUNTIME}/races": (f"{RUNTIME}/report",),
    f"{RUNTIME}/order": (f"{RUNTIME}/report",),
    f"{RUNTIME}/counters": (f"{RUNTIME}/report",),
    f"{RUNTIME}/execution": (
        f"{RUNTIME}/races",
        f"{RUNTIME}/order",
        f"{RUNTIME}/counters",
        f"{RUNTIME}/program",
    ),
    f"{RUNTIME}/random": (f"{RUNTIME}/base",),
    f"{RUNTIME}/checks": (f"{RUNTIME}/execution",),
    f"{RUNTIME}/ptx": (f"{RUNTIME}/checks",),
    f"{RUNTIME}/blas": (f"{RUNTIME}/checks",),
    f"{RUNTIME}/api": (f"{RUNTIME}/checks", f"{RUNTIME}/random"),
    "runner/emulator": (f"{RUNTIME}/api", f"{RUNTIME}/blas", f"{RUNTIME}/ptx", "runner"),
    "runner/emulator/front_end/ir": ("base",),
    "runner/emulator/front_end/ptx": ("runner/emulator/front_end/ir",),
    "runner/emulator/front_end": ("runner/emulator", "runner/emulator/front_end/ptx"),
    "runner/emulator/tests": ("runner/emulator/front_end",),
    "runner/emulator/kernels": ("runner/emulator/front_end", "kernels"),
    "problems/common/printing": ("base", "kernels"),
    "problems/common/reading": ("problems/common/printing",),
    "problems/common/choosing": ("problems/common/reading",),
    "problems/common/frame": ("problems/common/choosing",),
    "problems/common": ("problems/common/frame",),
    "problems": ("problems/common",),
}
"""The parts of the tree, each after all that it may know besides itself: those named, and what they may know. A part is
a folder with what lies below it, as far as that is no part of its own."""
MAY_LINK_BESIDES = {"problems": ("runner/emulator/kernels",)}
"""The problems' programs for the emulated GPU are linked with the kernels for it, and include nothing of it."""
GENERATED = {"seccomp_programs.inc"}
SOURCES = {".cpp", ".hpp", ".cu", ".cuh", ".c", ".h", ""}


def part_of(path: PurePosixPath) -> str | None:
    """The part in which a file or folder lies; None: it is none of C++."""
    return next((str(folder) for folder in (path, *path.parents) if str(folder) in MAY_KNOW), None)


def known_to(part: str) -> set[str]:
    """The part itself, and all that it may include from."""
    return {part}.union(*(known_to(other) for other in MAY_KNOW[part]))


def linked_by(part: str) -> set[str]:
    return known_to(part).union(MAY_LINK_BESIDES.get(part, ()))


def included(path: PurePosixPath, text: str, root: Path = ROOT) -> Iterator[PurePosixPath]:
    """What a C++ source includes by name, as paths in this tree."""
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE):
        beside = PurePosixPath(*Path(path.parent, name).parts)
        if (root / beside).is_file():
            yield PurePosixPath((root / beside).resolve().relative_to(root.resolve()))
        elif name not in GENERATED:
            yield PurePosixPath(name)


def forbidden_includes(path: PurePosixPath, text: str) -> list[str]:
    part = part_of(path)
    assert part, f"{path} lies in no part of the table"
    return [str(other) for other in included(path, text) if part_of(other) not in known_to(part)]


def cpp_files() -> list[PurePosixPath]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "base", "kernels", "problems", "runner"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    paths = [PurePosixPath(name) for name in listed.splitlines()]
    return [path for path in paths if path.suffix in SOURCES and (ROOT / path).is_file()]


def test_the_table_is_in_order() -> None:
    """The order shows that there are no circles."""
    parts = list(MAY_KNOW)
    for part, others in MAY_KNOW.items():
        assert set(others) <= set(parts[: parts.index(part)]), part


def test_includes_follow_the_arrows() -> None:
    files = cpp_files()
    assert set(MAY_KNOW) == {part_of(path) for path in files}
    wrong = {
        str(path): found
        for path in files
        if (found := forbidden_includes(path, (ROOT / path).read_text(encoding="utf-8")))
    }
    assert not wrong


def test_a_header_includes_what_defines_its_macros() -> None:
    """Compiled together, as the judge builds them, sources hide that one of them lacks an include."""
    headers = ROOT / "runner/emulator/include/cuda_emulator"
    once = [path for path in headers.glob("*.h") if "#pragma once" in path.read_text()]
    users = [path for path in once if re.search(r"^CUDA_EMULATOR_\w+_BEGIN$", path.read_text(), re.M)]
    assert len(users) > 10
    lacking = [path.name for path in users if '#include "qualifiers.h"' not in path.read_text()]
    assert lacking == []


def test_no_problem_includes_from_another() -> None:
    for path in cpp_files():
        if path.parts[0] == "problems":
            text = (ROOT / path).read_text(encoding="utf-8")
            neighbours = {other.parts[1] for other in included(path, text) if other.parts[0] == "problems"}
            assert neighbours <= {"common", path.parts[1]}, path


@pytest.mark.parametrize(
    ("path", "include", "wrong"),
    [
        ("kernels/matmul/x.cpp", '#include "base/cores.hpp"', False),
        ("kernels/matmul/x.cpp", '  # include "runner/sandbox/run/limits.hpp"', True),
        ("kernels/matmul/x.cpp", '#include "judge/x.hpp"', True),
        ("base/cores.hpp", '#include "kernels/common/gpu.hpp"', True),
        ("problems/matmul/main.cpp", '#include "kernels/common/gpu.hpp"', False),
        ("problems/matmul/main.cpp", '#include "runner/emulator/kernels/x.hpp"', True),
        ("runner/emulator/front_end/ir/x.cpp", '#include "runner/emulator/front_end/ptx/type.hpp"', True),
        ("problems/common/frame/x.cpp", '#include "problems/common/choosing/plan.hpp"', False),
        ("problems/common/choosing/x.cpp", '#include "problems/common/frame/answer.hpp"', True),
        ("problems/common/printing/x.cpp", '#include "problems/common/reading/reader.hpp"', True),
        ("runner/sandbox/keeper/x.cpp", '#include "runner/sandbox/isolation/cgroup.hpp"', False),
        ("runner/sandbox/isolation/x.cpp", '#include "runner/sandbox/keeper/launch.hpp"', True),
        ("runner/emulator/runtime/memory/x.cpp", '#include "../execution/worker.hpp"', True),
        ("runner/emulator/runtime/memory/x.cpp", '#include "../base/arena.hpp"', False),
    ],
)
def test_the_check_of_includes_catches_what_is_forbidden(path: str, include: str, wrong: bool) -> None:
    assert bool(forbidden_includes(PurePosixPath(path), f"#pragma once\n{include}\n")) == wrong


def forbidden_links(source: Path, build: Path, options: Iterable[str] = ()) -> dict[str, list[str]]:
    """Links by target: what it links, compiles or waits for that its part may not know. Configures `source` in
    `build`."""
    listing = build / "targets.jsonl"
    command = [
        "cmake",
        "-S",
        str(source),
        "-B",
        str(build),
        "-G",
        "Ninja",
        *options,
        f"-DTARGETS_FILE={listing}",
    ]
    command += [f"-DCMAKE_PROJECT_TOP_LEVEL_INCLUDES={ROOT / 'judge/tests/cmake_targets.cmake'}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    targets = [json.loads(line) for line in listing.read_text(encoding="utf-8").splitlines()]
    folders = {target["name"]: PurePosixPath(target["folder"]).relative_to(source) for target in targets}
    wrong: dict[str, list[str]] = {}
    for target in targets:
        folder = folders[target["name"]]
        if folder == PurePosixPath():  # the top level's own targets bring others together
            continue
        part = part_of(folder)
        assert part, f"{target['name']} lies in no part of the table"
        others = {word: folders[word] for word in _words(target, *LINKS) if word in folders}
        others |= {
            file: path for file in _words(target, "SOURCES") if (path := _place(file, folder, source, build))
        }
        found = [
            name
            for name, place in others.items()
            if place != PurePosixPath() and part_of(place) not in linked_by(part)
        ]
        if found:
            wrong[target["name"]] = sorted(found)
    assert targets
    return wrong


LINKS = ("LINK_LIBRARIES", "INTERFACE_LINK_LIBRARIES", "MANUALLY_ADDED_DEPENDENCIES", "SOURCES")


def _words(target: dict[str, str], *properties: str) -> set[str]:
    """The names in lists of CMake's; in generator expressions, too: $<LINK_ONLY:name>."""
    return {word for name in properties for word in re.split(r"[;<>:$,]+", target[name]) if word}


def _place(file: str, folder: PurePosixPath, source: Path, build: Path) -> PurePosixPath | None:
    """The place of a source file in the tree; of a lowered file, that of the original."""
    path = Path(source, folder, file)
    for root in (build / "cuda-emulator-lowered", build, source):
        if path.is_relative_to(root):
            place = PurePosixPath(path.resolve().relative_to(root.resolve()))
            return place if part_of(place) and root != build else None
    return None


def test_links_follow_the_arrows(tmp_path: Path) -> None:
    options = [f"-DWARP_JUDGE_{name}=ON" for name in ("TESTS", "UNITY")]
    assert forbidden_links(ROOT, tmp_path / "build", [*options, "-DWARP_JUDGE_CUDA=OFF"]) == {}


def test_the_check_of_links_catches_what_is_forbidden(tmp_path: Path) -> None:
    files = {
        "CMakeLists.txt": "cmake_minimum_required(VERSION 3.25)\nproject(tree LANGUAGES NONE)\n"
        "add_custom_target(all-of-it)\n"
        "add_subdirectory(base)\nadd_subdirectory(kernels)\nadd_subdirectory(runner/emulator)\n"
        "add_subdirectory(runner/emulator/kernels)\nadd_subdirectory(problems)\n"
        "add_dependencies(all-of-it emulator)",
        "base/CMakeLists.txt": "add_library(base INTERFACE)",
        "kernels/CMakeLists.txt": "add_library(good INTERFACE)\ntarget_link_libraries(good INTERFACE base)\n"
        "add_library(links INTERFACE)\ntarget_link_libraries(links INTERFACE $<LINK_ONLY:emulator>)\n"
        "add_custom_target(waits)\nadd_dependencies(waits emulator)\n"
        "add_custom_target(compiles SOURCES ../runner/emulator/worker.txt)\n",
        "runner/emulator/CMakeLists.txt": "add_library(emulator INTERFACE)",
        "runner/emulator/worker.txt": "",
        "runner/emulator/kernels/CMakeLists.txt": "add_library(emulated INTERFACE)\n"
        "target_link_libraries(emulated INTERFACE good emulator)",
        "problems/CMakeLists.txt": "add_library(program INTERFACE)\n"
        "target_link_libraries(program INTERFACE good emulated)\n"
        "add_library(around INTERFACE)\ntarget_link_libraries(around INTERFACE emulator)",
    }
    for name, text in files.items():
        path = tmp_path / "tree" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n", encoding="utf-8")
    assert forbidden_links(tmp_path / "tree", tmp_path / "build") == {
        "links": ["emulator"],
        "waits": ["emulator"],
        "compiles": ["../runner/emulator/worker.txt"],
        "around": ["emulator"],
    }
