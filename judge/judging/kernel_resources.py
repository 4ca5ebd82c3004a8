"""What nvcc's assembler says of kernels: registers, spills and shared memory, which the emulated GPU cannot know."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judge.base.records import Count, Positive, Record, replace
from judge.base.text import read_text
from judge.languages.compile import compile_submission
from judge.languages.language import Language
from judge.languages.sources import SourceFile
from judge.problems.model import Limits
from judge.project.host import JudgeHost

CAPABILITY = 90
"""The compute capability that they are counted for: the emulated GPU's."""
MOST_BYTES = 4 << 20
COMPILE = (
    "/bin/sh", "-c", '"$@" 2>&1 | c++filt >program', "sh",
    "{toolkit}", "-cubin", f"-arch=sm_{CAPABILITY}", "--resource-usage", "-std=c++17", "-DONLINE_JUDGE", "-Xcompiler",
    "-idirafter,.", "{sources}",
)  # fmt: skip
"""The command whose "program" is what the assembler says, with the kernels' names as their author knows them."""
KERNEL = re.compile(r"ptxas info +: Compiling entry function '(?P<name>.+)' for 'sm_\d+a?'$")
SPILLS = re.compile(
    r" *\d+ bytes stack frame, (?P<stores>\d+) bytes spill stores, (?P<loads>\d+) bytes spill loads$"
)
USED = re.compile(r"ptxas info +: Used (?P<registers>\d+) registers\b(?:.*?, (?P<shared>\d+) bytes smem)?")


class KernelResources(Record, frozen=True):
    """What one kernel takes on compute capability 9.0, as nvcc's assembler counts it."""

    registers: Positive
    """Registers of a thread."""
    static_shared_bytes: Count
    """Shared memory of a block, without what a launch adds."""
    spilled_bytes: Count
    """Bytes that the code of a thread moves to and from local memory for want of registers, without repetitions."""


def kernel_resources(
    host: JudgeHost,
    submitted: str | Sequence[SourceFile],
    file_name: str,
    nvcc: Language,
    limits: Limits,
    cores: Sequence[int],
) -> Mapping[str, KernelResources]:
    """The kernels by their short names; empty: nvcc does not compile this. `nvcc`: the language, which must be
    available."""
    language = replace(nvcc, compile=COMPILE, warnings=(), run=("{program}",))
    compiled = compile_submission(host, submitted, file_name, language, limits, cores)
    if compiled.error is not None:
        return {}
    return dict(resources_in(read_text(Path(compiled.command[0]), MOST_BYTES)))


def resources_in(messages: str) -> Iterator[tuple[str, KernelResources]]:
    """Each kernel's, from the assembler's messages."""
    name, spilled = "", None
    for line in messages.splitlines():
        if found := KERNEL.match(line):
            name, spilled = short_name(found["name"]), None
        elif (found := SPILLS.match(line)) and spilled is None:  # those of functions that it calls follow
            spilled = int(found["stores"]) + int(found["loads"])
        elif name and (found := USED.match(line)):
            yield name, KernelResources(int(found["registers"]), int(found["shared"] or 0), spilled or 0)
            name = ""


def short_name(signature: str) -> str:
    """The name that the emulated GPU gives a kernel, without spaces: "scale<float,3>" of "void (anonymous
    namespace)::scale<float, 3>(float*)"."""
    if signature.endswith(")"):  # the parameters
        depth, at = 0, len(signature)
        while at:
            at -= 1
            depth += {")": 1, "(": -1}.get(signature[at], 0)
            if depth == 0:
                break
        signature = signature[:at]
    return signature.removeprefix("void ").replace("(anonymous namespace)::", "").replace(" ", "")
