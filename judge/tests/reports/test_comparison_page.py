"""docs/cpu-against-gpu.md and README.md show what was measured: the tables that are made from the stored report."""

from judge.project.host import this_host
from judge.reports.comparison_markdown import as_markdown, comparisons_of, summary_as_markdown
from judge.reports.files import read_reports

PROJECT = this_host()
COMPARISONS = comparisons_of(read_reports(PROJECT.installation.root / "docs/examples/h200-large.json.gz"))
PAGE = (PROJECT.installation.root / "docs/cpu-against-gpu.md").read_text(encoding="utf-8")
README = (PROJECT.installation.root / "README.md").read_text(encoding="utf-8")


def test_every_problem_with_a_gpu_solver_has_a_table() -> None:
    assert [*COMPARISONS] == [
        file.parent.name for file in sorted(PROJECT.installation.problems.glob("*/problem.yaml"))
    ]
    assert all(len(comparison.rows) > 1 for comparison in COMPARISONS.values())


def test_the_page_has_the_tables_of_the_report() -> None:
    assert as_markdown(COMPARISONS).rstrip() in PAGE


def test_the_readme_has_the_summary() -> None:
    assert summary_as_markdown(COMPARISONS).rstrip() in README
