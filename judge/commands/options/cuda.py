"""`judge cuda`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.base.usage import Decimal, Size, Whole
from judge.commands.options.common import Html, Json
from judge.commands.options.declare import Argument, Behind, Option
from judge.project.devices import SubmitDevice


@dataclass(frozen=True)
class CudaOptions:
    files: Annotated[
        tuple[str, ...], Argument(metavar="FILE...", help="The sources of one program, or their folder.")
    ]
    arguments: Annotated[tuple[str, ...], Behind("ARGUMENT")] = ()
    device: Annotated[
        SubmitDevice | None, Option(help="Run only on the emulated GPU, even if there is a real one.")
    ] = None
    stdin: Annotated[
        Path | None, Option(help="The file for its standard input; default: what is piped in, or nothing.")
    ] = None
    with_files: Annotated[
        Path | None,
        Option("--files", metavar="FOLDER", help="Copy the files of this folder into its work directory."),
    ] = None
    time_limit_s: Annotated[
        float,
        Option(
            "--time-limit",
            type=Decimal(min=0.001),
            metavar="S",
            show_default=False,
            help="Limit on CPU time, in seconds.",
        ),
    ] = 60.0
    memory_bytes: Annotated[
        int,
        Option(
            "--memory",
            type=Size(),
            metavar="SIZE",
            show_default=False,
            help="Limit on memory, including the emulated GPU's.",
        ),
    ] = 4 << 30
    counters: Annotated[
        bool, Option(help="Count how kernels use memory, line by line: coalescing, bank conflicts, atomics.")
    ] = False
    late_streams: Annotated[
        int | None,
        Option(
            type=Whole(min=0, max=100),
            metavar="N",
            help="Run again N times on the emulated GPU with streams as late as CUDA allows, each time in another "
            "order; default: once if the program uses streams, events or memory that the host shares.",
        ),
    ] = None
    json: Json = None
    html: Html = None


def run(options: CudaOptions) -> int:
    """The program's output goes to stdout. Errors found on the emulated GPU, with their source lines, and everything
    else go to stderr. With a GPU, the program runs there first, then on the emulated one.

    Exit status: 0 if the program exited with 0 and nothing was found, else 1."""
    from judge.commands.cuda import cuda
    from judge.commands.options.here import host_here

    return cuda(host_here(), options)
