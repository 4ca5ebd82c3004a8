"""`judge doctor`."""

from dataclasses import dataclass, fields
from typing import Annotated

import click

from judge.commands.options.declare import Option
from judge.commands.options.engine import EngineFile, EngineName
from judge.commands.options.serving import ServingOptions


@dataclass(frozen=True)
class DoctorOptions(ServingOptions):
    """The options of `doctor`. Those about serving belong to --serve."""

    serve: Annotated[
        bool, Option(help="Check what `judge serve` needs, with its folder, addresses and limits.")
    ] = False
    store: Annotated[
        str | None, Option(metavar="ADDRESS", help="With --serve: the store for which workers will judge.")
    ] = None
    engine: EngineName = "local"
    engine_file: EngineFile = None


def run(options: DoctorOptions) -> int:
    from judge.commands.doctor import doctor, doctor_of_cluster, doctor_of_serve
    from judge.commands.engine_choice import cluster_for, engine_file_of
    from judge.commands.options.here import host_here

    host = host_here()
    if options.serve:
        return doctor_of_serve(host, options, options.store)
    given = [field.name for field in fields(ServingOptions) if getattr(options, field.name) != field.default]
    if given or options.store:
        name = (given or ["store"])[0].replace("_", "-")
        raise click.UsageError(f"--{name} belongs to --serve")
    if cluster := cluster_for(host.installation, options.engine, options.engine_file):
        return doctor_of_cluster(host, engine_file_of(host.installation, options.engine_file), cluster)
    return doctor(host)
