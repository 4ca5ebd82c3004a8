"""`judge cuda`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.base.usage import Decimal, Size
from judge.commands.options.common import Json
from judge.commands.options.declare import Argument, Behind, Option
from judge.project.devices import SubmitDevice


@dataclass(frozen=True)
class CudaOptions:
    """What `cuda` is called with."""

    files: Annotated[
        tuple[str, ...], Argument(metavar="FILE...", help="The sources of one program, or their folder.")
    ]
    arguments: Annotated[tuple[str, ...], Behind("ARGUMENT")] = ()
    device: Annotated[
        SubmitDevice | None,
        Option("--device", help="Run it on the emulated GPU alone, also where there is one."),
    ] = None
    stdin: Annotated[
        Path | None, Option("--stdin", help="Its standard input; default: what is piped in, or nothing.")
    ] = None
    with_files: Annotated[
        Path | None, Option("--files", metavar="FOLDER", help="Lay these files into its work directory.")
    ] = None
    time_limit_s: Annotated[
        float, Option("--time-limit", type=Decimal(min=0.001), metavar="S", help="Its CPU seconds.")
    ] = 60.0
    memory_bytes: Annotated[
        int,
        Option("--memory", type=Size(), metavar="SIZE", help="Its memory, with that of the emulated GPU."),
    ] = 4 << 30
    json: Json = None


def run(options: CudaOptions) -> int:
    """Needs neither a problem nor a GPU. What it prints goes to standard output, all else to standard error: what
    went wrong on the emulated GPU, at the lines of the source. With a GPU it runs there, and once more on the
    emulated one.

    Exit status: 0 it ended by itself with 0 and nothing was found, 1 not.
    """
    from judge.commands.cuda import cuda
    from judge.commands.options.here import host_here

    return cuda(host_here(), options)
