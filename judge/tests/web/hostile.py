"""Texts of strangers who mean harm, made from a seed; and what a page with them must be."""

import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlsplit

from judge.base.text import _is_harmful
from judge.web.templates_of import FOLDER

CANARY = "x-canary"
"""An element that no page has."""
PIECES = (
    f"<{CANARY}>",
    f"</td></table></{CANARY}><{CANARY} onload=alert(1)>",
    "<script>alert(1)</script>",
    "<ScRiPt src=//evil.example/x.js>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)' x='",
    '" autofocus onfocus="alert(1)" x="',
    "</textarea></title></style></script><script>alert(1)</script>",
    "<svg/onload=alert(1)><use href=data:image/svg+xml,x>",
    "<math><mtext></mtext><style><!--</style><img title='--><img src=x onerror=alert(1)>'>",
    "<!--", "-->", "<![CDATA[", "]]>", "<?xml?>", "&lt;script&gt;", "&#60;script&#62;",
    "&#x0;", "&amp", "<", ">", '"', "'", "`",
    "javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
    "//evil.example", "\\\\evil.example", "https://evil.example/",
    "{{ 191 * 191 * 7 - 118580 }}", "{% raw %}", "${191*191}", "#{191*191}",
    "%s%n%x", "{0.__class__}", "{user.name}", "{", "}",
    "../../../etc/passwd", "..\\..\\", "%2e%2e%2f", "/", "C:\\", "CON",
    ".", "..", "~", "-rf", "--help", "a b", "a.py ",
    "\r\nset-cookie: session=x", "\r\n\r\n<script>", "\n", "\r", "\t", "\x0b", "\x0c", "\x85", "\u2028", "\u2029",
    "\x00", "\x1b[2J\x1b]0;title\x07", "\x7f", "\x9b31m", "\ufeff", "\ufffe", "\uffff",
    "\u202eevil\u202c", "\u2066x\u2069", "\u200e", "\u200f",
    "\u061c", "\u200b", "\u00ad", "\u034f", "e\u0301\u0301\u0301",
    "#", "#1", "?", "&to=/", "=1+1", "=cmd|' /C calc'!A0", "+1",
    "@SUM(1)", ";", "'; DROP TABLE users; --", "\\", "%", "%00", "%zz",
    "李雷", "مرحبا", "שלום", "नमस्ते", "👩‍👩‍👧", "Ω≈ç√∫", "İıſK", "\U000e0041", "\U0010ffff", "",
    "mine.py:1:1: error: ", "error[E0425]: ", '  File "mine.py", line 1', "line 1, token 1", "kernel<<<1, 1>>>(x)",
)  # fmt: skip
FILLED_IN = str(191 * 191 * 7 - 118580)
"""The text that a template would print if it were taken from a text."""
LONG = 10_000
"""Characters of the longest."""
TAGS = frozenset(
    [
        *(
            tag
            for file in FOLDER.glob("*.j2")
            for tag in re.findall(r"<([a-z][a-z0-9]*)", file.read_text("utf-8"))
        ),
        *"table tr th td span mark svg path g rect line text title circle time".split(),
    ]
)
"""What our templates are made of, the report's, and the pictures."""
ADDRESSES = ("href", "src", "action", "formaction", "data-live")


def hostile_texts(seed: int, count: int) -> Iterator[str]:
    chance = random.Random(seed)
    yield from PIECES[: min(count, len(PIECES))]
    for number in range(len(PIECES), count):
        text = "".join(chance.choices(PIECES, k=chance.randint(1, 6)))
        if number % 50 == 0:
            text = (text or "x") * (LONG // max(1, len(text)) + 1)
        elif number % 7 == 0:
            text += "".join(
                chr(chance.choice((chance.randrange(0xD800), chance.randrange(0xE000, 0x110000))))
                for _ in range(8)
            )
        yield text[:LONG]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.faults.append(f"<{tag}>")
        for name, value in attributes:
            if not name.replace("-", "").isalnum() or name.startswith("on") or name in ("style", "srcdoc"):
                self.faults.append(f"<{tag} {name}>")
            if name in ADDRESSES and not _is_ours(value or ""):
                self.faults.append(f"{name}={value!r}")
        if tag == "script" and not dict(attributes).get("src"):
            self.faults.append("a script on the page")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"a comment: {data[:50]!r}")

    def unknown_decl(self, data: str) -> None:
        self.faults.append(f"a declaration: {data[:50]!r}")

    def handle_pi(self, data: str) -> None:
        self.faults.append(f"an instruction: {data[:50]!r}")


def _is_ours(address: str) -> bool:
    parts = urlsplit(address)
    return (
        not parts.scheme and not parts.netloc and address.startswith(("/", "#", "?")) and "\\" not in address
    )


def faults_of(page: str) -> list[str]:
    """What of a text became markup, an address, or a character that deceives."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    faults = reader.faults
    faults += sorted({f"U+{ord(c):04X}" for c in set(page) if _is_harmful(c)})
    if FILLED_IN in page:
        faults.append("a template in a text was filled in")
    return faults
