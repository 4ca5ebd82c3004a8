"""The addresses by which browsers reach it: a proxy is believed, a stranger who pretends to be one is not."""

import asyncio
import socket
import ssl
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import pytest
import uvicorn

from judge.base.errors import JudgeError
from judge.commands.options.serve import ServeOptions
from judge.commands.options.serving import site_address
from judge.commands.serve_addresses import listen, server_settings, site_options
from judge.store.catalogue_records import Role
from judge.tests.web.sites import SiteUnderTest
from judge.web.site import Site

FORWARDED = ((b"x-forwarded-for", b"203.0.113.9"), (b"x-forwarded-proto", b"https"))
CHAIN = ((b"x-forwarded-for", b"198.51.100.1, 203.0.113.9, 10.0.0.2"),)


def seen(
    options: ServeOptions, client: str, headers: tuple[tuple[bytes, bytes], ...] = FORWARDED
) -> tuple[str, str]:
    """The address and the scheme that the pages see of a request from there."""
    found = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        found.append((scope["client"][0], scope["scheme"]))

    config = uvicorn.Config(app, **server_settings(options))
    config.load()
    scope = {"type": "http", "client": (client, 1), "scheme": "http", "headers": [*headers]}
    asyncio.run(config.loaded_app(scope, None, None))
    return found[0]


@pytest.mark.parametrize(
    ("options", "client", "expected"),
    [
        (ServeOptions(), "127.0.0.1", ("127.0.0.1", "http")),
        (ServeOptions(url="https://judge.example"), "127.0.0.1", ("203.0.113.9", "https")),
        (ServeOptions(url="https://judge.example"), "::1", ("203.0.113.9", "https")),
        (ServeOptions(url="https://judge.example"), "192.0.2.1", ("192.0.2.1", "http")),
        (ServeOptions(behind_proxy=("10.0.0.0/8",)), "10.1.2.3", ("203.0.113.9", "https")),
        (ServeOptions(behind_proxy=("10.0.0.0/8",)), "127.0.0.1", ("127.0.0.1", "http")),
        (ServeOptions(behind_proxy=("10.0.0.1", "10.0.0.2")), "10.0.0.3", ("10.0.0.3", "http")),
    ],
)
def test_only_the_proxy_says_who_asks(options: ServeOptions, client: str, expected: tuple[str, str]) -> None:
    assert seen(options, client) == expected


def test_what_a_browser_puts_before_the_proxys_word_is_not_believed() -> None:
    assert seen(ServeOptions(behind_proxy=("10.0.0.0/8",)), "10.0.0.1", CHAIN)[0] == "203.0.113.9"


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_small_parts_of_an_answer_are_sent_at_once(host: str) -> None:
    """Each part would otherwise wait for the acknowledgement of the one before, which a browser delays."""

    async def no_delay() -> int:
        accepted: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def on_connection(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            own = writer.get_extra_info("socket")
            accepted.set_result(own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = listen(host, 0)
        async with await asyncio.start_server(on_connection, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname()[:2])
            writer.close()
            return await asyncio.wait_for(accepted, 20)

    assert asyncio.run(no_delay()) == 1


@pytest.mark.parametrize("url", ["https://judge.example", "http://localhost:8000", "https://[::1]:8443"])
def test_a_url_is_the_root_of_a_host(url: str) -> None:
    assert site_address(None, None, url) == site_address(None, None, f"{url}/") == url


@pytest.mark.parametrize(
    "url",
    [
        "https://judge.example/warp",
        "https://judge.example?x",
        "https://judge.example#x",
        "https://me@judge.example",
        "https://judge.example:99999",
        "https://[::1",
        "https://",
        "judge.example",
        "ftp://judge.example",
        "",
    ],
)
def test_any_other_url_is_refused(url: str) -> None:
    with pytest.raises(click.BadParameter):
        site_address(None, None, url)


@pytest.mark.parametrize("proxy", ["judge.example", "10.0.0.1/8", "*", ""])
def test_a_proxy_is_an_address(proxy: str) -> None:
    with pytest.raises(JudgeError, match="--behind-proxy"):
        server_settings(ServeOptions(behind_proxy=(proxy,)))


def pair(folder: Path, name: str, *more: str) -> tuple[Path, Path]:
    """`more`: arguments of openssl."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    command += ["-days", "2", "-subj", "/CN=localhost", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*command, *more], check=True, capture_output=True)
    return certificate, key


def test_a_certificate_needs_its_key(tmp_path: Path) -> None:
    certificate, key = pair(tmp_path, "one")
    other, _ = pair(tmp_path, "other")
    good = ServeOptions(tls_cert=certificate, tls_key=key)
    config = uvicorn.Config(lambda: None, **server_settings(good))
    config.load()
    assert config.is_ssl
    assert site_options(good).is_https
    for bad in (
        ServeOptions(tls_cert=certificate),
        ServeOptions(tls_key=key),
        ServeOptions(tls_cert=other, tls_key=key),
        ServeOptions(tls_cert=key, tls_key=certificate),
        ServeOptions(tls_cert=tmp_path / "none", tls_key=key),
    ):
        with pytest.raises(JudgeError, match=r"tls|certificate"):
            server_settings(bad)


@pytest.mark.parametrize(
    ("version", "is_taken"),
    [
        (ssl.TLSVersion.TLSv1, False),
        (ssl.TLSVersion.TLSv1_1, False),
        (ssl.TLSVersion.TLSv1_2, True),
        (ssl.TLSVersion.TLSv1_3, True),
    ],
)
@pytest.mark.filterwarnings("ignore:ssl.TLSVersion:DeprecationWarning")
def test_old_versions_of_tls_are_refused(tmp_path: Path, version: ssl.TLSVersion, is_taken: bool) -> None:
    certificate, key = pair(tmp_path, "one")
    config = uvicorn.Config(lambda: None, **server_settings(ServeOptions(tls_cert=certificate, tls_key=key)))
    config.load()
    assert config.ssl
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    client.set_ciphers("ALL:@SECLEVEL=0")
    client.minimum_version = ssl.TLSVersion.TLSv1
    client.maximum_version = version
    assert (agreed_version(config.ssl, client) is not None) is is_taken


def agreed_version(server: ssl.SSLContext, client: ssl.SSLContext) -> str | None:
    """What both sides agree on when they meet in memory; None: nothing."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = [
        client.wrap_bio(to_client, to_server),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    try:
        for _ in range(4):
            for side in sides:
                with suppress(ssl.SSLWantReadError):
                    side.do_handshake()
    except ssl.SSLError:
        return None
    return sides[0].version()


@pytest.mark.parametrize(
    ("host", "status"),
    [("judge.example", 200), ("judge.example:443", 200), ("localhost", 200), ("evil.example", 421)],
)
def test_no_other_name_leads_to_a_site_whose_address_is_known(
    site: SiteUnderTest, host: str, status: int
) -> None:
    options = site_options(ServeOptions(url="https://judge.example"))
    known = SiteUnderTest(Site(site.site.online, options), site.host)
    assert known.browser().get("/", headers={"host": host}).status_code == status


def test_links_lead_to_the_address_and_not_to_where_the_request_says(site: SiteUnderTest) -> None:
    options = site_options(ServeOptions(host="0.0.0.0", url="http://judge.example"))
    known = SiteUnderTest(Site(site.site.online, options), site.host)
    admin = known.browser(Role.ADMIN)
    headers = {"host": "localhost:1", "x-forwarded-host": "evil.example"}
    page = admin.post("/users", {"name": "new", "role": "team"}, headers=headers).text
    assert "<code>http://judge.example/sign-in/" in page
    assert "evil.example" not in page
