"""The style and the script: kept in memory, under addresses that change with their content."""

import hashlib
from pathlib import Path

from msgspec import Struct

from judge.contest.page.board_page import FOLDER as BOARD
from judge.reports.html.page import FOLDER as REPORTS

FOLDER = Path(__file__).parent / "static"


class Asset(Struct, frozen=True):
    content: bytes
    media_type: str
    address: str


def _asset(name: str, media_type: str, *parts: Path) -> Asset:
    content = b"\n".join(part.read_bytes().strip() for part in parts)
    version = hashlib.sha256(content).hexdigest()[:16]
    return Asset(content, media_type, f"/static/{name}?v={version}")


ASSETS = {
    "style.css": _asset(
        "style.css", "text/css", REPORTS / "style.css", BOARD / "board.css", FOLDER / "web.css"
    ),
    "live.js": _asset("live.js", "text/javascript", FOLDER / "live.js"),
    "mark.svg": _asset("mark.svg", "image/svg+xml", FOLDER / "mark.svg"),
}
