"""What a terminal without colour shows."""

from collections.abc import Iterable

from rich.console import Console, RenderableType


def shown(parts: Iterable[RenderableType], width: int = 80) -> str:
    console = Console(width=width, no_color=True, highlight=False, emoji=False)
    with console.capture() as capture:
        for part in parts:
            console.print(part, soft_wrap=isinstance(part, str))
    return capture.get()
