"""A server that answers whatever a test says, on loopback, and notes what it is asked."""

import http.server
import json
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

JSON = "application/json"


@dataclass
class Stub:
    """`answer` writes the whole answer."""

    answer: Callable[[http.server.BaseHTTPRequestHandler], None]
    asked: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    """Methods, paths and headers."""
    address: str = ""


@contextmanager
def stub(
    answer: Callable[[http.server.BaseHTTPRequestHandler], None], context: ssl.SSLContext | None = None
) -> Iterator[Stub]:
    """`context`: it speaks TLS."""
    made = Stub(answer)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            made.asked.append((self.command, self.path, headers))
            self.rfile.read(int(headers.get("content-length", 0)))
            try:
                made.answer(self)
            except OSError:  # whoever asked is gone
                self.close_connection = True

        do_GET = do_POST = do_DELETE = do

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    made.address = f"http{'s' if context else ''}://127.0.0.1:{server.server_address[1]}"
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def send(
    handler: http.server.BaseHTTPRequestHandler, content: bytes | object, status: int = 200, **headers: str
) -> None:
    """`headers`: with underscores for hyphens."""
    found = content if isinstance(content, bytes) else json.dumps(content).encode()
    named = {"content_type": JSON, "content_length": str(len(found)), **headers}
    handler.send_response(status)
    for name, value in named.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(found)


def refusal(status: int, detail: str, next_step: str = "Do something.") -> dict[str, object]:
    return {"type": "about:blank", "title": "No", "status": status, "detail": detail, "next_step": next_step}
