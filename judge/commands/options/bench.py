"""`judge bench`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from judge.base.usage import Whole
from judge.commands.options.common import Json
from judge.commands.options.declare import Argument, Option
from judge.commands.options.engine import EngineFile, EngineName


@dataclass(frozen=True)
class BenchOptions:
    operations: Annotated[
        tuple[str, ...],
        Argument(
            metavar="[OPERATION]...",
            help="Operations: vector-add, matmul, ...; with --auto, problems; default: all.",
        ),
    ] = ()
    repetitions: Annotated[
        int, Option(type=Whole(min=1), help="Report the median of this many repetitions.")
    ] = 9
    stored: Annotated[
        Path | None,
        Option("--from", help="Measure nothing; show the results in this file, written by --json."),
    ] = None
    given: Annotated[
        Path | None,
        Option(
            "--with",
            metavar="FILE",
            help="Check the CUDA function in this file, and time it next to ours for this operation.",
        ),
    ] = None
    auto: Annotated[
        bool,
        Option(
            help="Compare the choices of `auto` in these problems' programs with the best ones; needs no GPU."
        ),
    ] = False
    json: Json = None
    markdown: Annotated[bool, Option(help="Print the tables in Markdown.")] = False
    sizes: Annotated[bool, Option(help="With --markdown: show every size, next to the fastest library.")] = (
        False
    )
    engine: EngineName = "local"
    engine_file: EngineFile = None


def run(options: BenchOptions) -> int:
    """Compares them with NVIDIA's libraries and this GPU's ceilings."""
    from judge.commands.bench import bench
    from judge.commands.bench_auto import bench_auto
    from judge.commands.engine_choice import cluster_for
    from judge.commands.options.here import host_here

    if options.auto:
        if options.given or options.sizes or options.engine_file or options.engine != "local":
            raise click.UsageError(
                "--auto takes --repetitions, --from, --json and --markdown; no other option goes with it"
            )
        return bench_auto(host_here(), options)
    if options.sizes and not options.markdown:
        raise click.UsageError("--sizes is for --markdown: it prints all sizes; add that option")
    if options.given:
        from judge.commands.bench_with import bench_with

        if options.markdown or options.engine_file or options.engine != "local":
            raise click.UsageError(
                "--with takes --repetitions, --from and --json; no other option goes with it"
            )
        return bench_with(host_here(), options, options.given)
    cluster = cluster_for(host_here().installation, options.engine, options.engine_file)
    return bench(host_here(), options, cluster)
