"""Where an online judge is served, and what it may take: for `judge serve`, and for `judge doctor --serve`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from judge.base.usage import Size, Whole
from judge.base.web_addresses import root_of_host
from judge.commands.options.declare import Option


def site_address(_: click.Context | None, __: click.Parameter | None, url: str | None) -> str | None:
    """The address of the first page as it begins that of any other; the judge is served at the root of a host."""
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
    """Options that both have."""

    data: Annotated[
        Path | None,
        Option(
            "--data",
            metavar="FOLDER",
            help="The folder in which everything is kept; default: serve/ in the folder of the user's state.",
        ),
    ] = None
    host: Annotated[str, Option("--host", show_default=True, help="The address to listen at.")] = "127.0.0.1"
    port: Annotated[
        int,
        Option(
            "--port", type=Whole(0, 65535), show_default=True, help="The port to listen at; 0: any free one."
        ),
    ] = 8000
    url: Annotated[
        str | None,
        Option(
            "--url",
            metavar="URL",
            callback=site_address,
            help="The address by which browsers reach it, if that is through a proxy.",
        ),
    ] = None
    behind_proxy: Annotated[
        tuple[str, ...],
        Option(
            "--behind-proxy",
            metavar="ADDRESS",
            help="The address of the proxy, or a network like 10.0.0.0/8, whose X-Forwarded-For is believed; nobody "
            "else's is. Default with --url: this machine. Repeatable.",
        ),
    ] = ()
    tls_cert: Annotated[
        Path | None,
        Option(
            "--tls-cert",
            metavar="FILE",
            help="The certificate, with those above it, for HTTPS without a proxy.",
        ),
    ] = None
    tls_key: Annotated[Path | None, Option("--tls-key", metavar="FILE", help="Its private key.")] = None
    least_free: Annotated[
        int | None,
        Option(
            "--least-free",
            type=Size(),
            metavar="SIZE",
            help="The room to keep free on the disk of the data folder, like 2GiB: with less, nothing more is taken "
            "in, and what was taken in is judged. Default: 1 GiB, or a tenth of a smaller disk.",
        ),
    ] = None
    most_data: Annotated[
        int | None,
        Option(
            "--most-data",
            type=Size(),
            metavar="SIZE",
            help="The most that the data folder may have before nothing more is taken in. Default: what its disk has.",
        ),
    ] = None
    webhook_host: Annotated[
        tuple[str, ...],
        Option(
            "--webhook-host",
            metavar="HOST",
            help="A host that callbacks of webhooks may go to although it is this machine or in its network, and by "
            "plain http. Repeatable.",
        ),
    ] = ()
    metrics_port: Annotated[
        int | None,
        Option(
            "--metrics-port",
            type=Whole(1, 65535),
            help="Answer /metrics, /health and /ready, and nothing else, on this port of 127.0.0.1 without a token.",
        ),
    ] = None
