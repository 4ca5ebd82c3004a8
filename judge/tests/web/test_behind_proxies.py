"""The configurations of docs/serve, tried with the real nginx and caddy in front of the real pages."""

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from judge.commands.options.serve import ServeOptions
from judge.commands.serve_addresses import server_settings, site_options
from judge.store.catalogue_records import Role, User
from judge.store.events import AuditFilter
from judge.tests.ports import own_ports
from judge.tests.watching import PATIENCE_S
from judge.tests.web.running import running
from judge.tests.web.sites import RIGHT, TOKEN, SiteUnderTest
from judge.tests.web.test_serve_addresses import pair
from judge.web.site import Site
from judge.web.tokens import new_token, token_sha256

pytestmark = pytest.mark.built

DOCS = Path(__file__).parents[3] / "docs" / "serve"
NAME = "judge.example"
OPTIONS = ServeOptions(url=f"https://{NAME}")


def nginx(folder: Path, behind: int, port: int, plain: int) -> list[str]:
    """The command. `port`: of its HTTPS, `plain`: of its HTTP."""
    certificate, key = pair(folder, "nginx")
    text = (DOCS / "nginx.conf").read_text()
    for old, new in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("listen 80", f"listen 127.0.0.1:{plain}"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
        (f"/etc/ssl/{NAME}.pem", str(certificate)),
        (f"/etc/ssl/private/{NAME}.key", str(key)),
    ):
        assert old in text
        text = text.replace(old, new)
    places = "".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    own = "user root; " if os.geteuid() == 0 else ""  # else its workers cannot write here
    head = f"{own}daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
    (folder / "nginx.conf").write_text(f"{head} http {{ access_log off; {places}\n{text}\n}}\n")
    return ["nginx", "-p", str(folder), "-e", f"{folder}/error.log", "-c", str(folder / "nginx.conf")]


def caddy(folder: Path, behind: int, port: int, _: int) -> list[str]:
    certificate, key = pair(folder, "caddy")
    text = (DOCS / "Caddyfile").read_text()
    for old, new in (
        (f"\n{NAME} {{", f"\nhttps://{NAME}:{port} {{\n\tbind 127.0.0.1\n\ttls {certificate} {key}"),
        ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
    ):
        assert old in text
        text = text.replace(old, new)
    head = "{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n"
    (folder / "Caddyfile").write_text(head + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextlib.contextmanager
def started(command: list[str], port: int, folder: Path) -> Iterator[None]:
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    with (folder / "proxy.out").open("w") as out:
        program = shutil.which(command[0])
        assert program
        process = subprocess.Popen([program, *command[1:]], env=environment, stdout=out, stderr=out)
    try:
        until_s = time.monotonic() + PATIENCE_S
        while True:
            assert process.poll() is None, (folder / "proxy.out").read_text()
            assert time.monotonic() < until_s
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def agreed(port: int) -> str | None:
    """The protocol that a browser and the proxy agree on."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port)) as plain,
        context.wrap_socket(plain, server_hostname=NAME) as secured,
    ):
        return secured.selected_alpn_protocol()


@pytest.mark.slow
@pytest.mark.parametrize("proxy", [nginx, caddy])
def test_pages_are_whole_behind_a_proxy(
    site: SiteUnderTest, tmp_path: Path, proxy: Callable[[Path, int, int, int], list[str]]
) -> None:
    if shutil.which(proxy.__name__) is None:
        pytest.skip(f"no {proxy.__name__} here")
    known = SiteUnderTest(Site(site.site.online, site_options(OPTIONS), tell=print), site.host)
    user = known.site.store.accounts.sign_up(User("ada", role=Role.ADMIN))
    token = new_token()
    known.site.store.accounts.put_link(user.id, token_sha256(token), 60_000)
    with running(known, **server_settings(OPTIONS)) as address, own_ports(2) as (port, plain):
        behind = int(address.rpartition(":")[2])
        command = proxy(tmp_path, behind, port, plain)
        headers = {"host": NAME, "x-forwarded-for": "203.0.113.9", "origin": f"https://{NAME}"}
        with (
            started(command, port, tmp_path),
            httpx.Client(
                base_url=f"https://127.0.0.1:{port}", verify=False, headers=headers, timeout=60
            ) as client,
        ):
            assert agreed(port) == "h2"  # by HTTP/1.1 six open pages are all that a browser may have
            how = {"extensions": {"sni_hostname": NAME}}

            def posted(path: str, fields: dict[str, str], **more: object) -> httpx.Response:
                found = TOKEN.search(client.get("/sign-in", **how).text)  # type: ignore[arg-type]
                assert found
                parts = {name: (None, text) for name, text in {"token": found[1], **fields}.items()}
                return client.post(path, files=parts, **how, **more)  # type: ignore[arg-type]

            first = client.get("/", **how)  # type: ignore[arg-type]
            assert first.status_code == 200
            assert "strict-transport-security" in first.headers
            assert "__Host-form" in first.cookies
            assert posted(f"/sign-in/{token}", {}).status_code == 303
            [signed_in] = known.site.store.audit.newest(AuditFilter(actor_id=user.id, kind=None), 1)
            assert signed_in.address == "127.0.0.1"  # not what the browser says of itself
            large = posted("/problems/double/submit", {"source": "x" * 7_000_000, "language": "python3"})
            assert large.status_code == 303  # the judge has read it all
            refused = posted("/problems/double/submit", {"source": "x" * 9_000_000})
            assert refused.status_code == 413
            assert "Warp Judge" in refused.text
            given = posted("/problems/double/submit", {"source": RIGHT, "language": "python3"})
            assert given.status_code == 303
            with client.stream("GET", f"{given.headers['location']}/live", **how) as live:  # type: ignore[arg-type]
                lines = live.iter_lines()
                assert next(line for line in lines if line.startswith("event")) == "event: whole"
                known.judge()
                assert any(line == "event: end" for line in lines)
