"""Where `judge serve` listens, at which addresses browsers reach it, and which proxies it trusts about that."""

import socket
import ssl
from ipaddress import ip_network
from typing import Any
from urllib.parse import urlsplit

from judge.base.errors import JudgeError
from judge.base.web_addresses import LOOPBACK
from judge.commands.options.serving import ServingOptions
from judge.web.site import SiteOptions

THIS_MACHINE = ("127.0.0.1", "::1")


def site_options(options: ServingOptions) -> SiteOptions:
    """Options of the site. If its address is known, browsers may use no other name than that and this machine's
    own."""
    hosts = SiteOptions().hosts
    if options.url is not None:
        hosts = (*hosts, urlsplit(options.url).hostname or "")
    elif options.host not in LOOPBACK:
        hosts = ()
    return SiteOptions(
        hosts,
        is_https(options),
        options.url or "",
        tuple(host.lower() for host in options.webhook_host),
        options.metrics_port,
    )


def is_https(options: ServingOptions) -> bool:
    return options.tls_cert is not None or (options.url or "").startswith("https://")


def trusted_proxies(options: ServingOptions) -> tuple[str, ...]:
    """Trusted addresses and networks. Raises JudgeError for invalid ones."""
    for one in options.behind_proxy:
        try:
            ip_network(one)
        except ValueError as error:
            raise JudgeError(
                f"--behind-proxy {one}: expected an address like 127.0.0.1 or a network like 10.0.0.0/8: {error}."
            ) from error
    return options.behind_proxy or (THIS_MACHINE if options.url is not None else ())


def server_settings(options: ServingOptions) -> dict[str, Any]:
    """Settings for uvicorn. Raises JudgeError if a certificate cannot be used."""
    proxies = trusted_proxies(options)
    settings: dict[str, Any] = {"proxy_headers": bool(proxies), "forwarded_allow_ips": list(proxies)}
    if (options.tls_cert is None) != (options.tls_key is None):
        raise JudgeError("--tls-cert and --tls-key belong together: give both, or neither.")
    if options.tls_cert is not None and options.tls_key is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(options.tls_cert, options.tls_key)
        except (OSError, ssl.SSLError) as error:  # which is an OSError without a file's name
            raise JudgeError(
                f"{options.tls_cert} and {options.tls_key}: expected a certificate in PEM and its private key: {error}."
            ) from error
        # Read now, as root may become a user that cannot read it (serve_users.py).
        settings["ssl_context_factory"] = lambda *_: context
    return settings


def listen(host: str, port: int) -> socket.socket:
    """Raises JudgeError if the port is taken or the address is not this machine's."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named, as asyncio sends small parts at once (TCP_NODELAY) only if the protocol is: otherwise each answer on a
    # kept connection waits 40 ms for the browser's delayed acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise JudgeError(
            f"{host}, port {port}: {error.strerror}. Choose another one with --host and --port; --port 0 takes any."
        ) from error
    return listening


def address_of(options: ServingOptions, listening: socket.socket) -> str:
    """The address as people enter it in a browser."""
    if options.url:
        return options.url
    host, port = options.host, listening.getsockname()[1]
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else host
    return f"{'https' if is_https(options) else 'http'}://{f'[{shown}]' if ':' in shown else shown}:{port}"
