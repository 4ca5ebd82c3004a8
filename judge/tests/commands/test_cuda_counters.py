"""`judge cuda --counters`: what kernels do to memory, against figures that were worked out by hand."""

import json
from pathlib import Path

import pytest

from judge.commands.cuda import cuda
from judge.commands.options.cuda import CudaOptions
from judge.judging.counters import LineCounts, read_counters
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.reports.terminal.counters_text import counters_table
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.rendered import shown

KERNELS = this_installation().root / "runner/emulator/tests/counters/kernels.cu"
EXPECTED = json.loads(KERNELS.with_name("expected.json").read_bytes())
FIGURES = ("requests", "lanes", "sectors", "wavefronts", "conflicts")
COLUMN = LineCounts("load", "k", requests=2, lanes=48, bytes=192, sectors=48, file="a.cu", line=3)


def nothing(folder: Path) -> Path:
    """An empty file."""
    (folder / "nothing").touch()
    return folder / "nothing"


@pytest.mark.slow
def test_small_kernels_have_the_counts_worked_out_by_hand(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = tree.with_policy(gpus=NOWHERE)
    options = CudaOptions(
        (str(KERNELS),), counters=True, json=tmp_path / "report.json", stdin=nothing(tmp_path)
    )
    assert cuda(host, options) == 0
    counted = json.loads((tmp_path / "report.json").read_bytes())["counters"]

    def figures(row: dict[str, object]) -> tuple[object, ...]:
        return (row["kernel"], row["counted"], *(row.get(name) for name in FIGURES), row.get("collisions", 0))

    assert sorted(map(repr, map(figures, counted))) == sorted(map(repr, map(figures, EXPECTED)))
    assert all(row["file"] == "kernels.cu" for row in counted)
    assert "sectors a request" in " ".join(capsys.readouterr().err.split())


@pytest.mark.slow
def test_nothing_is_counted_unless_it_is_asked_for(tree: JudgeHost, tmp_path: Path) -> None:
    host = tree.with_policy(gpus=NOWHERE)
    options = CudaOptions((str(KERNELS),), json=tmp_path / "report.json", stdin=nothing(tmp_path))
    assert cuda(host, options) == 0
    assert json.loads((tmp_path / "report.json").read_bytes())["counters"] == []


def test_lines_of_another_shape_are_no_counts(tmp_path: Path) -> None:
    file = tmp_path / "written"
    assert read_counters(file) == ()
    right = '{"counted": "load", "kernel": "k", "requests": 1, "lanes": 32, "bytes": 128, "sectors": 4}'
    wrong = [
        '{"kind": "out-of-bounds", "message": "m"}',
        right.replace("32", "-1"),
        right.replace("load", "x"),
        "[",
    ]
    file.write_text("\n".join([*wrong, right, ""]))
    [counts] = read_counters(file)
    assert (counts.requests, counts.sectors, counts.wavefronts, counts.place) == (1, 4, None, "")


def test_the_table_tells_what_a_request_takes() -> None:
    text = shown([counters_table([COLUMN])])
    assert "a.cu:3" in text
    assert "24" in text
