"""TCP ports for servers that bind them only after they were chosen."""

import socket
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager

BASES = range(20000, 32000, 10)
"""Bases of rows of ports: below those that Linux gives to connections."""


@contextmanager
def own_ports(number: int, bases: Iterable[int] = BASES) -> Iterator[range]:
    """`number` free ports in a row, fewer than 10, for the time of the `with` block.

    The row belongs to the one who holds the port before it, its base, until the end: those who choose at once have rows
    of their own.
    """
    assert number < BASES.step
    for base in bases:
        row = range(base + 1, base + 1 + number)
        with ExitStack() as held, ExitStack() as tried:
            try:
                _bind(held, base)
                for port in row:
                    _bind(tried, port)
            except OSError:
                continue
            tried.close()
            yield row
            return
    raise AssertionError("no free ports")


def _bind(stack: ExitStack, port: int) -> None:
    stack.enter_context(socket.socket()).bind(("127.0.0.1", port))
