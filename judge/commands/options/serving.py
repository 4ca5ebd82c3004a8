"""Where an online judge is served, and what it may use: for `judge serve`, and for `judge doctor --serve`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from judge.base.usage import Size, Whole
from judge.base.web_addresses import root_of_host
from judge.commands.options.declare import Option


def site_address(_: click.Context | None, __: click.Parameter | None, url: str | None) -> str | None:
    """The address of the first page, which begins the address of every other; the judge is served at the root of a
    host."""
    if url is None:
        return None
    root = root_of_host(url)
    if root is None:
        raise click.BadParameter(
            f"{url!r}: expected http:// or https:// with a host's name and perhaps a port, like "
            "https://judge.example; the judge cannot be served below a path."
        )
    return root


@dataclass(frozen=True)
class ServingOptions:
    """Options that both commands have."""

    data: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="The folder in which everything is stored; default: serve/ in the user's state folder.",
        ),
    ] = None
    host: Annotated[str, Option(help="The address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Option(type=Whole(0, 65535), help="The port to listen on; 0: any free one.")] = 8000
    url: Annotated[
        str | None,
        Option(
            metavar="URL",
            callback=site_address,
            help="The address that browsers use, if that is through a proxy.",
        ),
    ] = None
    behind_proxy: Annotated[
        tuple[str, ...],
        Option(
            metavar="ADDRESS",
            help="The address of the proxy, or a network like 10.0.0.0/8: only its X-Forwarded-For "
            "is trusted. Default with --url: this machine. Repeatable.",
        ),
    ] = ()
    tls_cert: Annotated[
        Path | None,
        Option(metavar="FILE", help="The certificate, with its chain, for HTTPS without a proxy."),
    ] = None
    tls_key: Annotated[Path | None, Option(metavar="FILE", help="Its private key.")] = None
    least_free: Annotated[
        int | None,
        Option(
            type=Size(),
            metavar="SIZE",
            help="The space to keep free on the data folder's disk, like 2GiB. With less, new "
            "submissions are refused, and earlier ones are still judged. Default: 1 GiB, or a "
            "tenth of a smaller disk.",
        ),
    ] = None
    most_data: Annotated[
        int | None,
        Option(
            type=Size(),
            metavar="SIZE",
            help="The largest size of the data folder; beyond it, new submissions are refused. "
            "Default: its disk's size.",
        ),
    ] = None
    webhook_host: Annotated[
        tuple[str, ...],
        Option(
            metavar="HOST",
            help="A host on this machine or its network that webhooks may call, also over plain HTTP. Repeatable.",
        ),
    ] = ()
    metrics_port: Annotated[
        int | None,
        Option(
            "--metrics-port",
            type=Whole(1, 65535),
            help="Serve only /metrics, /health and /ready, without a token, on this port of 127.0.0.1.",
        ),
    ] = None
