"""docs/cpu-against-gpu.md and README.md show what was measured: the tables that are made from the stored comparison."""

from judge.commands.bench_auto import read_comparison
from judge.commands.bench_auto_markdown import as_markdown, summary_as_markdown
from judge.measure.costs.comparison import gpu_wins_from
from judge.measure.costs.inputs import measurable_problems, sizes_of
from judge.project.installation import this_installation

HERE = this_installation()
COMPARISON = read_comparison(HERE.root / "kernels/laboratory/results/whole-programs/nvidia-h200.json")
SHOWN = {problem: sizes_of(HERE, problem).shown for problem in COMPARISON.problems}


def test_the_page_has_the_tables_of_all_problems() -> None:
    assert [*COMPARISON.problems] == measurable_problems(HERE, [])
    assert as_markdown(COMPARISON, SHOWN).rstrip() in (HERE.root / "docs/cpu-against-gpu.md").read_text(
        "utf-8"
    )


def test_the_readme_has_the_summary() -> None:
    assert summary_as_markdown(COMPARISON, SHOWN).rstrip() in (HERE.root / "README.md").read_text("utf-8")


def test_the_gpu_wins_from_some_size_of_every_problem() -> None:
    assert all(gpu_wins_from(sizes) for sizes in COMPARISON.problems.values())
