"""The table of languages. To add one: a row here, and its package in apt-packages.txt.

A row is tested before it is offered: its self-test program is compiled and run (see `judge doctor`).
"""

import shutil
from dataclasses import dataclass
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.suggestions import unknown_name
from judge.machine import cuda_toolkit
from judge.problems.device import Device
from judge.project import emulator

# Python decodes a source strictly only when it runs it. The rest is py_compile's: it knows declared encodings.
CHECK_PYTHON = """\
import py_compile, re, sys
with open(sys.argv[1], "rb") as file:
    source = file.read()
try:
    source.decode()
except UnicodeDecodeError as error:
    if not re.match(rb"(.*\\n)?[ \\t\\f]*#.*coding[:=]", source):
        line = source.count(b"\\n", 0, error.start) + 1
        sys.exit("%s:%d: error: the source is not UTF-8, and declares no other encoding" % (sys.argv[1], line))
sys.exit(py_compile.main())
"""


@dataclass(frozen=True)
class Language:
    id: str
    """Code of the ICPC languages table."""
    title: str
    suffixes: tuple[str, ...]
    """Of several rows with one suffix, the first is chosen."""
    tools: tuple[str, ...]
    """Programs that it needs; the first is what starts compiling or running."""
    install: str
    """The command that installs them."""
    compile: tuple[str, ...]
    """Command to compile the file {source} into the file `program`, or to check the syntax of {source}.

    {nvcc} and {gpu_code} stand for what machine/cuda_toolkit.py finds here, {emulator} for the emulated GPU's compiler.
    """
    run: tuple[str, ...]
    """Command to run {program}, or {source} where the language has no program."""
    self_test: str
    """A program that reads two integers and prints their sum."""
    device: Device = Device.CPU
    """What its programs compute on. Compiling needs no GPU."""

    @property
    def missing_tools(self) -> list[str]:
        return [tool for tool in self.tools if find_tool(tool) is None]

    @property
    def makes_program(self) -> bool:
        return "{program}" in self.run

    @property
    def source_name(self) -> str:
        """The name under which the compiler sees the source: nothing that a user typed gets onto its command line."""
        return f"solution{self.suffixes[0]}"

    @property
    def result_name(self) -> str:
        """The file that is kept of a compilation."""
        return "program" if self.makes_program else self.source_name

    @property
    def compile_command(self) -> list[str]:
        if not self.device.needs_gpu:
            places = {"source": self.source_name, "emulator": emulator.find_compiler()}
            return [part.format(**places) for part in self.compile]
        nvcc, gpu_code = find_tool("nvcc"), cuda_toolkit.gpu_code()
        parts = [gpu_code if part == "{gpu_code}" else [part] for part in self.compile]
        return [part.format(source=self.source_name, nvcc=nvcc) for group in parts for part in group]

    @property
    def compiler_needs(self) -> tuple[Path, ...]:
        """What the compiler must see besides the system."""
        if self.device.is_emulated:
            command = emulator.find_compiler()
            return (command.parent,) if command else ()
        return cuda_toolkit.folders_to_show() if self.device.needs_gpu else ()

    def run_command(self, result: Path) -> list[str]:
        return [part.format(source=result, program=result) for part in self.run]


EMULATED = "cuda-emulated"
EMULATOR = "the emulated CUDA device"
CUDA_SELF_TEST = """\
#include <cstdio>
__global__ void add(int* n) { n[2] = n[0] + n[1]; }
int main() {
  int n[3], *on_gpu;
  if (scanf("%d %d", n, n + 1) != 2 || cudaMalloc(&on_gpu, sizeof n)) return 1;
  cudaMemcpy(on_gpu, n, sizeof n, cudaMemcpyHostToDevice);
  add<<<1, 1>>>(on_gpu);
  cudaError_t error = cudaMemcpy(n, on_gpu, sizeof n, cudaMemcpyDeviceToHost);
  if (error) fprintf(stderr, "%s\\n", cudaGetErrorString(error));
  else printf("%d\\n", n[2]);
  return error != 0;
}
"""

LANGUAGES = (
    Language(
        id="c",
        title="C17",
        suffixes=(".c",),
        tools=("gcc",),
        install="apt-get install gcc",
        compile=("gcc", "-O2", "-std=c17", "-pthread", "-o", "program", "{source}", "-lm"),
        run=("{program}",),
        self_test='#include <stdio.h>\nint main(void) { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }\n',
    ),
    Language(
        id="cpp",
        title="C++20",
        suffixes=(".cpp", ".cc", ".cxx"),
        tools=("g++",),
        install="apt-get install g++",
        compile=("g++", "-O2", "-std=c++20", "-pthread", "-o", "program", "{source}"),
        run=("{program}",),
        self_test="#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n",
    ),
    Language(
        id="python3",
        title="Python 3 with NumPy",
        suffixes=(".py",),
        tools=("/usr/bin/python3",),
        install="apt-get install python3-numpy",
        compile=("/usr/bin/python3", "-c", CHECK_PYTHON, "{source}"),
        run=("/usr/bin/python3", "-B", "{source}"),
        self_test="import numpy\na, b = map(int, input().split())\nprint(int(numpy.add(a, b)))\n",
    ),
    Language(
        id="cuda",
        title="CUDA C++17",
        suffixes=(".cu",),
        tools=("nvcc", "g++"),
        install="./judge/judge --with-cuda, or put nvcc of a CUDA toolkit on PATH",
        compile=("{nvcc}", "-O2", "-std=c++17", "{gpu_code}", "-o", "program", "{source}"),
        run=("{program}",),
        self_test=CUDA_SELF_TEST,
        device=Device.GPU,
    ),
    Language(
        id=EMULATED,
        title="CUDA C++17 on the emulated device",
        suffixes=(".cu",),
        tools=(EMULATOR, "g++"),
        install="./judge/judge verify builds what it needs",
        compile=("{emulator}", "{source}", "program", "-std=c++17"),
        run=("{program}",),
        self_test=CUDA_SELF_TEST,
        device=Device.EMULATED,
    ),
)


def find_tool(name: str) -> str | None:
    """The path of a compiler or interpreter; None when it is missing."""
    if name == EMULATOR:
        command = emulator.find_compiler()
        return str(command) if command else None
    if name == "nvcc":
        nvcc = cuda_toolkit.find_nvcc()
        return str(nvcc) if nvcc else None
    return shutil.which(name)


def language_of(file_name: str, chosen: str | None = None) -> Language:
    """The language that `--language` names, or else the one of the file's suffix, as ".cpp" or ".CPP".

    Not ".C": to some that is C++, to others C.
    """
    if chosen is not None:
        for language in LANGUAGES:
            if chosen == language.id:
                return language
        raise unknown_name("language", chosen, [language.id for language in LANGUAGES])
    suffix = Path(file_name).suffix
    for language in LANGUAGES:
        if (suffix if suffix == ".C" else suffix.lower()) in language.suffixes:
            return language
    known = ", ".join(
        f"{' '.join(language.suffixes)} ({language.id})" for language in LANGUAGES if language.device.is_timed
    )
    what = f"no language has the suffix '{suffix}'" if suffix else "it has no suffix to identify its language"
    raise JudgeError(f"{file_name}: {what}. Known: {known}. Or specify it: --language cpp")
