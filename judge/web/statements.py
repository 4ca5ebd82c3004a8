"""Statements as HTML: Markdown with formulas, in which nothing runs and nothing is loaded from elsewhere."""

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import quote, unquote

import nh3
from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup, escape
from mdit_py_plugins.dollarmath import dollarmath_plugin

from judge.base.text import harmless

MATHML = frozenset(
    """math mrow mi mn mo ms mtext mspace msub msup msubsup munder mover munderover mfrac msqrt mroot mtable mtr mtd
    mstyle mpadded mphantom menclose""".split()
)
ATTRIBUTES_OF_MATHML = frozenset(
    """display mathvariant stretchy fence separator form lspace rspace minsize maxsize accent accentunder linethickness
    columnalign rowspacing columnspacing displaystyle scriptlevel width height depth""".split()
)
TAGS = frozenset(
    """p br hr h1 h2 h3 h4 h5 h6 ul ol li strong em s code pre blockquote table thead tbody tr th td a span div sub
    sup img figure figcaption""".split()
)
PICTURE = re.compile(r"(?:\./)?[^/\\:.?#\s][^/\\:?#]{0,99}(?:/[^/\\:.?#][^/\\:?#]{0,99}){0,3}")
"""Permitted names of pictures: relative, and leading nowhere outside."""
TAG = re.compile(r"</?(?P<name>[A-Za-z][\w-]*)[^<>]*>?")
WITHOUT_SOURCE = re.compile(r'<img(?![^>]*\ssrc=)(?:[^>]*\salt="(?P<alt>[^"]*)")?[^>]*>')
MOST_OF_A_FORMULA = 2000
"""The most characters; a longer text is shown in its source form."""


def _formula(content: str, options: dict[str, bool]) -> str:
    if len(content) <= MOST_OF_A_FORMULA:
        try:
            display = "block" if options["display_mode"] else "inline"
            return convert(content, display=display)
        except Exception:  # of the converter's, for what it does not know: it names no common class
            pass
    return f"<code>{escape(content)}</code>"


def _markup(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    """Markup in the text: unknown tags become text, as one could swallow everything that follows."""
    return TAG.sub(
        lambda found: found[0] if found["name"].lower() in TAGS else str(escape(found[0])),
        tokens[index].content,
    )


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table")
    reader.add_render_rule("html_inline", _markup)
    reader.add_render_rule("html_block", _markup)
    return reader.use(
        dollarmath_plugin, allow_labels=False, double_inline=True, renderer=_formula, allow_digits=True
    )


@lru_cache(maxsize=256)
def statement_html(markdown: str, pictures: str = "") -> Markup:
    """The statement without its title and limits, which the page shows in its own way. `pictures`: the address of its
    pictures; empty: none is shown."""

    def kept(tag: str, attribute: str, value: str) -> str | None:
        if (tag, attribute) != ("img", "src"):
            return value
        name = unquote(value)
        is_ours = pictures and PICTURE.fullmatch(name) and ".." not in name
        return f"{pictures}/{quote(name.removeprefix('./'))}" if is_ours else None

    reader = _reader()
    tokens = _body(reader.parse(markdown))
    made = reader.renderer.render(tokens, reader.options, {})
    cleaned = str(
        nh3.clean(
            harmless(made),
            tags=set(TAGS | MATHML),
            attributes={
                "a": {"href"},
                "img": {"src", "alt"},
                "th": {"align"},
                "td": {"align"},
                **{tag: set(ATTRIBUTES_OF_MATHML) for tag in MATHML},
            },
            url_schemes={"http", "https", "mailto"},
            allowed_classes={"div": {"math", "block"}, "span": {"math", "inline"}},
            link_rel="noopener noreferrer nofollow",
            attribute_filter=kept,
            set_tag_attribute_values={"pre": {"tabindex": "0"}},  # a long line is scrolled by the keyboard
        )
    )
    return Markup(WITHOUT_SOURCE.sub(lambda found: found["alt"] or "", cleaned))


def pictures_in(shown: Markup, pictures: str) -> set[str]:
    """The names of the pictures of a statement that statement_html has made."""
    sources = re.findall(r'<img [^>]*?src="([^"]+)"', shown)
    return {unquote(html.unescape(one)).removeprefix(f"{pictures}/") for one in sources}


def _body(tokens: Sequence[Token]) -> list[Token]:
    left = list(tokens)
    for opening in ("heading_open", "bullet_list_open"):
        if left and left[0].type == opening:
            closing = opening.replace("open", "close")
            end = next(index for index, one in enumerate(left) if one.type == closing and one.level == 0)
            left = left[end + 1 :]
    return left
