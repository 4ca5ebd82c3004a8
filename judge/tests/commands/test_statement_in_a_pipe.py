"""`judge statement` in a pipe, and as Markdown."""

import pytest

from judge.commands.options.statement import StatementOptions
from judge.commands.statement import statement
from judge.project.host import this_host


def test_in_a_pipe_no_line_ends_in_blanks(capsys: pytest.CaptureFixture[str]) -> None:
    assert statement(this_host(), StatementOptions("vector-add", "en")) == 0
    lines = capsys.readouterr().out.split("\n")
    assert len(lines) > 20
    assert not [line for line in lines if line != line.rstrip()]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_as_markdown(capsys: pytest.CaptureFixture[str], language: str) -> None:
    host = this_host()
    assert statement(host, StatementOptions("vector-add", language, "markdown")) == 0
    printed = capsys.readouterr().out
    written = (host.installation.problems / f"vector-add/statement/problem.{language}.md").read_text()
    before, _, after = written.partition("{{remainingsamples}}")
    assert printed.startswith("# ")
    assert before in printed
    assert after in printed
    assert "```\n5\n" in printed, "the first sample"
