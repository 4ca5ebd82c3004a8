"""Adapts validators to the rules of another format: those of the ICPC's to testlib's callers, and the reverse.

Neither changes the validator: in C++ and in Python, it becomes part of a source file that calls it; a testlib
validator is put into a folder with the scripts `build` and `run`.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.outside_files import text_of
from judge.base.records import replace
from judge.problems.export.amalgamation import Amalgamation
from judge.problems.export.content import Content
from judge.problems.export.filling import filled_template
from judge.problems.export.package_files import PackageFiles
from judge.problems.export.sources import Sources
from judge.problems.program import Protocol

CPP, PYTHON = (".cpp", ".cc", ".cxx"), ".py"


def icpc_programs(package: PackageFiles, content: Content) -> tuple[list[Sources], list[Sources]]:
    """The input and output validators, as the ICPC's formats call them. Raises JudgeError."""
    named = content.problem.package and content.problem.package.named_files
    if named:
        raise JudgeError(
            f"{content.problem.id}: solutions read {named.input or 'standard input'} and write "
            f"{named.output or 'standard output'}: the ICPC's formats have only standard input and output."
        )
    inputs = []
    for program in content.input_validators:
        try:
            inputs.append(as_icpc(program, is_checker=False))
        except JudgeError as error:
            package.lose(f"the input validator {program.name}: {error}")
    return inputs, [as_icpc(program, is_checker=True) for program in content.output_validators]


def as_testlib(program: Sources, arguments: Sequence[str], *, is_checker: bool) -> Sources:
    """One source file, which passes the arguments to the validator. Raises JudgeError if that is impossible."""
    if program.protocol is Protocol.TESTLIB:
        return program
    names = [name for name in program.files if name.endswith((*CPP, PYTHON))]
    if len(names) != 1 or (names[0].endswith(PYTHON) and len(program.files) > 1):
        raise JudgeError(
            f"{program.name}: only a validator that is one source file in C++ or Python can follow testlib's rules, "
            f"found {', '.join(sorted(program.files))}."
        )
    [name] = names
    content = program.files[name]
    if name.endswith(PYTHON):
        said = {
            "SOURCE": repr(content if isinstance(content, str) else text_of(content)),
            "NAME": repr(name),
            "ARGUMENTS": repr(list(arguments)),
            "IS_CHECKER": repr(is_checker),
        }
    else:
        said = {
            "SOURCE": content if isinstance(content, str) else Amalgamation(content.parent).of([content]),
            "ARGUMENTS": ", ".join(map(_literal, arguments)),
            "IS_CHECKER": str(is_checker).lower(),
        }
    text = filled_template("testlib.py" if name.endswith(PYTHON) else "testlib.cpp", **said)
    file = Path(name).name
    return Sources(file, {file: text}, protocol=Protocol.TESTLIB)


def as_icpc(program: Sources, *, is_checker: bool) -> Sources:
    """A folder with scripts. Raises JudgeError for a program that is neither in C++ nor in Python."""
    if program.protocol is Protocol.ICPC:
        return program
    main = program.name
    files = dict(program.files)
    if main.endswith(CPP):
        command = '"$here/program"'
        files["build"] = f'#!/bin/sh\ncd "$(dirname "$0")" && g++ -std=c++20 -O2 -o program {main}\n'
    elif main.endswith(PYTHON):
        command = f'python3 "$here/{main}"'
    else:
        raise JudgeError(
            f"{main} follows the rules of testlib: only one in C++ or Python can be called by those of the ICPC."
        )
    files["run"] = filled_template("icpc_checker.sh" if is_checker else "icpc_validator.sh", COMMAND=command)
    return replace(program, name=Path(main).stem, files=files, is_folder=True, protocol=Protocol.ICPC)


def _literal(argument: str) -> str:
    """The text as a literal in C++."""
    safe = re.compile(r"[\w .,:;/+*=()<>\[\]{}@#$%^&|~!-]", re.ASCII)
    return (
        '"'
        + "".join(chr(byte) if safe.fullmatch(chr(byte)) else f"\\{byte:03o}" for byte in argument.encode())
        + '"'
    )
