"""Statements as HTML: formulas and tables are shown, and nothing of a stranger's runs or is loaded from elsewhere."""

import re
from urllib.parse import urlsplit

import pytest

from judge.problems.export.documents import as_markdown
from judge.problems.formats.own import load_problem, problem_ids
from judge.problems.statement_content import statement_content
from judge.project.host import this_host
from judge.project.installation import this_installation
from judge.tests.web.hostile import hostile_texts
from judge.web.statements import MATHML, TAGS, statement_html

HEAD = "# A title\n\nTime limit: 1 s\n\n"


@pytest.mark.parametrize("name", problem_ids(this_installation()))
def test_our_own_statements_are_shown_with_their_formulas(name: str) -> None:
    host = this_host()
    problem = load_problem(host.installation.problems / name)
    for language in problem.statements:
        markdown = as_markdown(host, problem, statement_content(host.installation, problem, language))
        shown = statement_html(markdown)
        assert "$" not in re.sub(r"<code>.*?</code>|<pre>.*?</pre>", "", shown, flags=re.DOTALL)
        assert ("<math" in shown) == ("$" in re.sub(r"```.*?```", "", markdown, flags=re.DOTALL))


def test_formulas_are_mathml_and_what_is_none_stays_text() -> None:
    shown = statement_html(HEAD + "$n^2$ and $\\nosuchcommand{$ and\n\n$$\\frac{a}{b}$$\n")
    assert "<msup><mi>n</mi><mn>2</mn></msup>" in shown
    assert '<math display="block"' in shown
    assert "<mfrac>" in shown


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        "[x](javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "![x](http://elsewhere.example/picture.png)",
        "$\\href{javascript:alert(1)}{x}$",
        "$\\text{<script>alert(1)</script>}$",
        '<div class="top" style="position:fixed">x</div>',
        "<svg onload=alert(1)>",
        "|a|\n|-|\n|<iframe src=//elsewhere.example>|",
    ],
)
def test_nothing_runs_or_is_loaded_from_elsewhere(text: str) -> None:
    shown = statement_html(f"{HEAD}{text}\n\na **good** part\n")
    tags = re.findall(r"<[^>]*>", shown)
    assert not re.search(r"<(script|img|iframe|svg|object|embed|style|link|form)\b", shown, re.IGNORECASE)
    assert not any(re.search(r"\bon\w+=|javascript:|data:|style=|src=", tag) for tag in tags), tags
    assert "<strong>good</strong>" in shown


def test_no_hostile_text_in_a_statement_is_more_than_text() -> None:
    for text in hostile_texts(1, 300):
        shown = statement_html(f"{HEAD}{text}\n\n$${text}$$\n\n- [x]({text}) ![y]({text})\n")
        found = set(re.findall(r"<([a-zA-Z][^\s/>]*)", shown))
        assert found <= TAGS | MATHML, (text, found)
        assert not re.search(r"<[^>]*\s(on\w+|style|src|srcdoc|xlink:href)=", shown), text
        schemes = {urlsplit(to).scheme for to in re.findall(r'href="([^"]*)"', shown)}
        assert schemes <= {"", "http", "https", "mailto"}, text


def test_a_block_of_code_can_be_scrolled_by_the_keyboard() -> None:
    shown = statement_html(f"{HEAD}    int i = 0;\n")
    assert '<pre tabindex="0"><code>int i = 0;' in shown
