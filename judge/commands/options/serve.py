"""`judge serve`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import click

from judge.commands.options.declare import Option
from judge.commands.options.engine import EngineFile, EngineName
from judge.commands.options.judging import GpuJobsServed, GpusNamed, gpus_here
from judge.commands.options.serving import ServingOptions
from judge.store.addresses import SERVERS


def server_store(_: click.Context | None, __: click.Parameter | None, address: str | None) -> str | None:
    """The store of a server. A file must be the one in the data folder."""
    if address is not None and not address.startswith(SERVERS):
        raise click.BadParameter(
            f"{address!r}: expected postgresql://USER@HOST/DATABASE. A store in a file is store.sqlite in the data "
            "folder: name that by --data."
        )
    return address


@dataclass(frozen=True)
class ServeOptions(ServingOptions):
    store: Annotated[
        str | None,
        Option(
            metavar="ADDRESS",
            callback=server_store,
            help="A store in PostgreSQL, postgresql://USER@HOST/DATABASE, instead of a file in the "
            "data folder. Several `judge serve` may then share this store and folder.",
        ),
    ] = None
    users: Annotated[
        str,
        Option(
            metavar="auto|one|WEB,JUDGE",
            help="The users to run as when started by root: one for the pages, one for judging. "
            "auto: separate users, created if missing, if they can serve; one: root itself.",
        ),
    ] = "auto"
    institution: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="Let people sign in with OpenID Connect or LDAP, as this file says (docs/serve.md).",
        ),
    ] = None
    mail: Annotated[
        str | None,
        Option(
            metavar="URL",
            help="The mail server, smtp://USER@HOST:PORT (with STARTTLS) or smtps://USER@HOST:PORT, "
            "for links to people who forgot their password and to new members of classes.",
        ),
    ] = None
    mail_from: Annotated[
        str | None, Option(metavar="ADDRESS", help="The sender of mails; default: the user of --mail.")
    ] = None
    mail_password: Annotated[
        Path | None,
        Option(
            metavar="FILE",
            help="The file with the password for --mail, readable only by its owner; default: "
            "systemd's credential mail-password.",
        ),
    ] = None
    sign_up: Annotated[
        Literal["open", "link", "closed"] | None,
        Option(
            help="Who may create an account: everyone, people with a link, or only administrators. "
            "The setting is stored; the settings page changes it, too."
        ),
    ] = None
    forget_second_factor: Annotated[
        str | None,
        Option(metavar="USER", help="Remove the second factor of a user who has lost it, before serving."),
    ] = None
    feedback: Annotated[
        Literal["none", "verdict", "test", "difference", "input"],
        Option(help="What participants learn about secret tests."),
    ] = "difference"
    log_json: Annotated[bool, Option(help="Write the log as lines of JSON, with one for each request.")] = (
        False
    )
    gpu: GpusNamed = ()
    gpu_jobs: GpuJobsServed = 1
    only_pages: Annotated[
        bool, Option(help="Only prepare problems on this machine; other workers judge submissions.")
    ] = False
    engine: EngineName = "local"
    engine_file: EngineFile = None
    contests: Annotated[
        tuple[Path, ...],
        Option(
            "--contest",
            metavar="FOLDER",
            multiple=True,
            help="A contest to import, from a folder that `judge contest` reads; repeatable.",
        ),
    ] = ()


def engine_words(options: ServeOptions) -> list[str]:
    """Options of the worker that say where it judges, and how many jobs share a GPU."""
    if options.only_pages:
        return ["--only-ready"]
    file = options.engine_file
    words = ["--engine-file", str(file.absolute())] if file else []
    words += ["--engine", options.engine] if options.engine != "local" else []
    return [*words, "--gpu-jobs", str(options.gpu_jobs)] if options.gpu_jobs > 1 else words


def run(options: ServeOptions) -> int:
    from judge.project.checkout import require_extra

    require_extra("web", "uvicorn")
    from judge.commands.json_log import logging_host
    from judge.commands.options.here import host_here
    from judge.commands.serve import serve

    host = host_here().with_policy(gpus=gpus_here(options.gpu))
    return serve(logging_host(host, "pages", is_json=options.log_json), options)
