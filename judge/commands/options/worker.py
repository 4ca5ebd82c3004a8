"""`judge worker`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from judge.commands.options.declare import Argument, Option
from judge.commands.options.engine import EngineFile, EngineName
from judge.commands.options.judging import GpuJobsServed, GpusNamed, gpus_here
from judge.store.addresses import SERVERS


@dataclass(frozen=True)
class WorkerOptions:
    """The options of `worker`, called by a user with a store, and by the judge itself on a node of a cluster."""

    batch: Annotated[tuple[Path, ...], Argument(metavar="", help="")] = ()
    """Hidden from the help: a batch of jobs, or with --probe a root and a build folder."""
    probe: Annotated[Path | None, Option(hidden=True, help="Write what this node is into this file.")] = None
    store: Annotated[
        str | None, Option(metavar="ADDRESS", help="The store: a file, or postgresql://USER@HOST/DATABASE.")
    ] = None
    to: Annotated[
        str | None,
        Option(
            metavar="URL",
            help="Judge for the online judge at this address, with a token from its account page.",
        ),
    ] = None
    token: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="The file with the token for --to, of scope worker, readable only by its owner; "
            "default: systemd's credential worker-token.",
        ),
    ] = None
    insecure: Annotated[
        bool,
        Option(
            help="With --to: use plain HTTP to another machine, where anyone on the way can read everything."
        ),
    ] = False
    data: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="With a store in PostgreSQL: the data folder of its `judge serve`, which has the "
            "uploaded packages.",
        ),
    ] = None
    name: Annotated[
        str | None, Option(help="The worker's name in the store; default: machine and process.")
    ] = None
    gpu: GpusNamed = ()
    gpu_jobs: GpuJobsServed = 1
    engine: EngineName = "local"
    engine_file: EngineFile = None
    until_empty: Annotated[bool, Option(help="Exit when nothing is left to judge.")] = False
    of_serve: Annotated[bool, Option(hidden=True, help="Be the worker that `judge serve` starts.")] = False
    only_ready: Annotated[bool, Option(hidden=True, help="Make problems ready, and judge nothing.")] = False
    log_json: Annotated[bool, Option(help="Write the log as lines of JSON.")] = False


def run(options: WorkerOptions) -> int:
    from judge.commands.options.here import host_here

    if options.store is not None and options.to is not None:
        raise click.UsageError("expected either --store or --to")
    if options.to is None and (options.token or options.insecure):
        raise click.UsageError("--token and --insecure are for --to URL")
    if options.store is None and (options.engine != "local" or options.engine_file):
        raise click.UsageError("--engine is for --store ADDRESS")
    if options.data is not None and not (options.store or "").startswith(SERVERS):
        raise click.UsageError("--data is for --store postgresql://...: a file lies in its data folder")
    if options.to is not None:
        from judge.commands.json_log import logging_host
        from judge.commands.remote_worker import remote_worker

        here = host_here().with_policy(gpus=gpus_here(options.gpu))
        return remote_worker(logging_host(here, "worker", is_json=options.log_json), options.to, options)
    if options.store is not None:
        from judge.commands.json_log import logging_host
        from judge.commands.store_worker import store_worker

        here = host_here().with_policy(gpus=gpus_here(options.gpu))
        host = logging_host(here, "worker", is_json=options.log_json)
        return store_worker(host, options.store, options)
    if not options.batch and options.probe is None:
        raise click.UsageError("expected --store ADDRESS or --to URL")
    from judge.commands.worker import probe, worker
    from judge.project.host import JudgeHost
    from judge.project.installation import Installation

    if options.probe is None:
        return worker(options.batch[0])
    return probe(
        options.probe,
        JudgeHost(Installation(options.batch[0], options.batch[1])) if options.batch else host_here(),
    )
