"""The ladder: from the benchmark's JSON to rungs, tables and the stored file."""

import json
import re
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.commands.bench import bench, ladder_table
from judge.commands.options.bench import BenchOptions
from judge.machine.gpus import Gpus
from judge.measure.benchmarks import BenchmarkOutput, benchmark_families
from judge.measure.ladder import Ladder, largest_sizes, read_benchmark, read_ladder, write_ladder
from judge.measure.ladder_text import as_markdown, sizes_as_markdown, summary_as_markdown
from judge.project.host import JudgeHost
from judge.project.installation import Installation, this_installation
from judge.project.run_policy import RunPolicy

FAMILIES = [f"transpose/int32/{name}" for name in ("gpu-naive", "gpu-cublas", "gpu-tiled", "device-copy")]
"""Names in the order of the table, which is not that of the measuring."""


def run(name: str, time_us: float, rate: float, label: str = "device-copy") -> dict[str, Any]:
    return {
        "name": name,
        "run_name": name,
        "run_type": "iteration",
        "family_index": FAMILIES.index("/".join(name.split("/")[:3])) if name.count("/") == 4 else 0,
        "per_family_instance_index": 0 if "/64/" in name else 1,
        "real_time": time_us,
        "time_unit": "us",
        "GB/s": rate,
        "label": label,
    }


def output(*runs: dict[str, Any]) -> BenchmarkOutput:
    content = {
        "context": {
            "date": "2026-01-02T03:04",
            "gpu": "Test GPU",
            "cuda_toolkit": "13.0",
            "host_name": "secret",
        },
        "benchmarks": list(runs),
    }
    return msgspec.convert(content, BenchmarkOutput)


def ladder() -> Ladder:
    runs = [run("ceiling/device-copy/manual_time", 100, rate) for rate in (3990.0, 4000.0, 3980.0)]
    for factor in (1.0, 1.1, 0.9):
        runs += [
            run("transpose/int32/gpu-cublas/1024/manual_time", 100 * factor, 2000 / factor),
            run("transpose/int32/gpu-naive/1024/manual_time", 200 * factor, 1000 / factor),
            run("transpose/int32/gpu-naive/64/manual_time", 20 * factor, 500 / factor),
            run("transpose/int32/gpu-tiled/1024/manual_time", 150 * factor, 1333 / factor),
        ]
    return read_benchmark(output(*runs), "the command", "abc")


def test_median_quartiles_and_the_share_of_the_measured_ceiling() -> None:
    naive = ladder().rungs[1]
    assert (naive.operation, naive.element, naive.variant, naive.size) == (
        "transpose",
        "int32",
        "gpu-naive",
        1024,
    )
    assert naive.time_ns == pytest.approx(200_000)
    assert naive.low_ns == pytest.approx(190_000)
    assert naive.high_ns == pytest.approx(210_000)
    assert naive.rate == pytest.approx(1000)
    assert naive.share == pytest.approx(0.25)  # of the best of the ceiling's repetitions


def test_a_ceiling_that_was_not_measured_gives_no_share() -> None:
    rungs = read_benchmark(output(run("a/int32/gpu-x/1", 1, 1, "fma-float64")), "", "").rungs
    assert rungs[0].share is None


def test_where_a_copy_of_as_many_bytes_was_measured_the_share_is_of_that() -> None:
    runs = [
        run("ceiling/device-copy/manual_time", 100, 4000),
        run("transpose/int32/gpu-naive/64/manual_time", 20, 500),
        run("transpose/int32/gpu-naive/1024/manual_time", 200, 1000),
        run("transpose/int32/gpu-tiled/64/manual_time", 15, 700),
        *(run("transpose/int32/device-copy/64/manual_time", 10, rate) for rate in (2000.0, 900.0, 1000.0)),
    ]
    measured = read_benchmark(output(*runs), "the command", "abc")
    shares = {(rung.variant, rung.size): rung.share for rung in measured.rungs}
    assert shares["gpu-naive", 64] == pytest.approx(0.5)
    assert shares["gpu-naive", 1024] == pytest.approx(0.25)
    assert "| device-copy, size 64 |" in as_markdown(measured)
    assert "`device-copy`" not in summary_as_markdown(measured)  # no technique of ours, fast as it is


def test_documents_show_no_operation_of_which_only_one_technique_was_measured() -> None:
    runs = [
        run("transpose-wide/int32/gpu-tiled/64", 15, 700),
        run("transpose-wide/int32/device-copy/64", 10, 900),
    ]
    measured = read_benchmark(output(*runs), "the command", "abc")
    assert "transpose-wide" not in as_markdown(measured)
    assert len(measured.groups()["transpose-wide", "int32"]) == 2  # the terminal shows it


def test_the_library_is_that_of_the_same_size() -> None:
    rungs = ladder().rungs
    assert ladder().library(rungs[0]) is None
    library = ladder().library(rungs[1])
    assert library is not None
    assert library.variant == "gpu-cublas"


def test_every_size_is_next_to_the_fastest_library() -> None:
    runs = [
        run("matmul-shapes/float32/gpu-tiled/64", 20, 500),
        run("matmul-shapes/float32/gpu-tiled/1000", 100.4, 700),
        run("matmul-shapes/float32/gpu-tiled/1001", 101, 700),
        run("matmul-shapes/float32/gpu-late/1001", 50, 1400),
        run("matmul-shapes/float32/gpu-cublas/64", 10, 1000),
        run("matmul-shapes/float32/gpu-cublas/1000", 120, 600),
        run("matmul-shapes/float32/gpu-cublas/1001", 100, 900),
        run("matmul-shapes/float32/gpu-cublaslt/64", 15, 700),
        run("matmul-shapes/float32/gpu-cublaslt/1000", 100, 900),
    ]
    lines = sizes_as_markdown(read_benchmark(output(*runs), "the command", "abc")).splitlines()
    assert lines[0].endswith("of 3 sizes: `gpu-tiled` 1, `gpu-late` 1.")
    assert lines[4:7] == [
        "| 64 | gpu-cublas | 1,000 GB/s | 0.50x |  |",
        "| 1,000 | gpu-cublaslt | 900 GB/s | 1.00x |  |",
        "| 1,001 | gpu-cublas | 900 GB/s | 0.99x | 2.00x |",
    ]


def test_a_row_that_failed_is_an_error_that_names_it() -> None:
    failed = run("a/int32/gpu-x/1", 1, 1) | {"error_occurred": True, "error_message": "out of memory"}
    with pytest.raises(JudgeError, match="a/int32/gpu-x/1: out of memory"):
        read_benchmark(output(failed), "", "")


def test_a_stored_ladder_reads_back_the_same_and_tells_no_host(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    write_ladder(ladder(), file)
    assert read_ladder(file) == ladder()
    assert "secret" not in file.read_text()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format_version": 1}', '{"format_version": 99}'])
def test_a_file_that_is_no_ladder_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "ladder.json"
    file.write_text(text)
    with pytest.raises(JudgeError, match=r"ladder\.json"):
        read_ladder(file)


def test_the_table_and_the_markdown_say_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    rungs = ladder().rungs
    console = Console(width=140, record=True)
    console.print(ladder_table("transpose, int32", rungs, ladder()))
    shown = console.export_text()
    markdown = as_markdown(ladder())
    for cell in (
        "gpu-naive",
        "200.0 us",
        "1,000 GB/s",
        "25.0%",
        "0.50x",
    ):
        assert cell in shown, cell
        assert cell in markdown, cell
    assert "| gpu-naive |" in markdown
    assert "size 1,024" in markdown
    assert [rung.size for rung in largest_sizes(rungs)] == [1024, 1024, 1024]
    capsys.readouterr()


def test_a_variant_that_is_not_measured_at_the_largest_size_is_shown_with_its_own() -> None:
    runs = [
        run("transpose/int32/gpu-naive/64/manual_time", 20, 500),
        run("transpose/int32/gpu-tiled/64/manual_time", 15, 700),
        run("transpose/int32/gpu-cublas/64/manual_time", 10, 1000),
        run("transpose/int32/gpu-cublas/1024/manual_time", 100, 2000),
    ]
    markdown = as_markdown(read_benchmark(output(*runs), "the command", "abc"))
    assert "size 1,024:" in markdown
    assert "| gpu-naive, size 64 | 20.0 us |" in markdown
    assert "| gpu-cublas | 100.0 us |" in markdown


def test_the_command_shows_and_copies_a_stored_ladder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], tree: JudgeHost
) -> None:
    file, copy = tmp_path / "ladder.json", tmp_path / "copy.json"
    write_ladder(ladder(), file)
    assert bench(tree, BenchOptions(("transpose",), stored=file, json=copy)) == 0
    assert "gpu-cublas" in capsys.readouterr().out
    assert json.loads(copy.read_text()) == json.loads(file.read_text())
    with pytest.raises(JudgeError, match=r"unknown operation 'transposed'. Did you mean 'transpose'"):
        bench(tree, BenchOptions(("transposed",), stored=file))


def test_what_a_benchmark_measures(tree: JudgeHost) -> None:
    program = tree.installation.build / "benchmarks/some"
    program.parent.mkdir(parents=True)
    program.write_text(
        "#!/bin/sh\n[ $1 = --benchmark_list_tests ] && printf 'warning\\na/int32/x/64\\nb/y\\na/z\\n'\n"
    )
    program.chmod(0o755)
    assert benchmark_families(tree.installation, "some") == {"a", "b"}


RESULTS = this_installation().root / "kernels/laboratory/results"
NOTES = RESULTS.parent / "notes"


@pytest.mark.parametrize("name", sorted(file.name for file in RESULTS.glob("*.json")))
def test_a_stored_result_says_what_measured_it(name: str) -> None:
    """A stored result says where, when, by which command and at which commit; a stranger's file may, too."""
    stored = read_ladder(RESULTS / name)
    assert stored.rungs
    assert stored.machine.keys() & {"gpu", "cpu"}
    assert stored.command.startswith("build/benchmarks/")
    assert datetime.fromisoformat(stored.date).tzinfo
    assert re.match(r"[0-9a-f]{7,40}\b", stored.commit), stored.commit


def test_the_documents_show_the_stored_ladder() -> None:
    root = this_installation().root
    stored = read_ladder(root / "kernels/laboratory/results/nvidia-h200.json")
    assert summary_as_markdown(stored) in (root / "kernels/laboratory/ladder.md").read_text(encoding="utf-8")
    assert (root / "kernels/laboratory/ladder.md").read_text(encoding="utf-8").endswith(as_markdown(stored))
    of_h100 = read_ladder(root / "kernels/laboratory/results/nvidia-h100.json")
    assert (
        (root / "kernels/laboratory/ladder-h100.md")
        .read_text(encoding="utf-8")
        .endswith(as_markdown(of_h100))
    )
    searches = read_ladder(root / "kernels/laboratory/results/nvidia-h200-searches.json")
    assert (
        (root / "kernels/laboratory/searches.md").read_text(encoding="utf-8").endswith(as_markdown(searches))
    )


def test_the_document_of_shapes_shows_what_is_stored() -> None:
    root = this_installation().root
    stored = read_ladder(root / "kernels/laboratory/results/nvidia-h200-shapes.json")
    page = (root / "kernels/laboratory/shapes.md").read_text(encoding="utf-8")
    assert page.endswith(sizes_as_markdown(stored))
    speeds = {
        variant: [
            round(library.time_ns / rung.time_ns, 2)
            for rung in stored.rungs
            if rung.variant == variant and (library := stored.library(rung)) is not None
        ]
        for variant in ("gpu-register-tiles", "gpu-tensor-fp16x3")
    }
    tiles, tensor = ([speed >= 1 for speed in speeds[name]] for name in speeds)
    assert f"{len(tiles)} products of float32" in page
    assert f"not slower for {sum(tiles)} of them" in page
    both = sum(map(any, zip(tiles, tensor, strict=True)))
    assert f"for {sum(tensor)}, and one of the two for {both}." in page


def gains(stored: Ladder, operation: str, element: str, variant: str) -> dict[int, float]:
    """The library's time over a technique's, by size."""
    return {
        rung.size: library.time_ns / rung.time_ns
        for rung in stored.groups().get((operation, element), [])
        if rung.variant == variant and (library := stored.library(rung)) is not None
    }


def test_the_notes_on_reductions_quote_what_is_stored() -> None:
    stored, note = read_ladder(RESULTS / "nvidia-h200.json"), (NOTES / "reduction.md").read_text("utf-8")
    measured = [
        [
            gains(stored, f"reduction-{kind}{mode}", element, "gpu-overlapped")
            for kind in ("sum", "product", "min", "max")
        ]
        for element in ("int32", "float32", "int64", "float64")
        for mode in ("", "-replayed")
    ]
    rows = [
        f"| 2^{power} | "
        + " | ".join(
            f"{min(one[1 << power] for one in kinds):.2f} to {max(one[1 << power] for one in kinds):.2f}"
            for kinds in measured
        )
        + " |\n"
        for power in (8, 11, 14, 17, 20, 24, 26, 28, 30)
    ]
    assert "".join(rows) in note


def test_the_notes_on_products_quote_what_is_stored() -> None:
    """Tables of the three operations with a size that is an eighth of the others, and of squares."""
    note = (NOTES / "matmul.md").read_text("utf-8")
    h100, h200 = (read_ladder(RESULTS / f"nvidia-{gpu}.json") for gpu in ("h100", "h200"))
    tiles = [gains(stored, "matmul", "float32", "gpu-register-tiles") for stored in (h100, h200)]
    strassen = gains(h200, "matmul", "float32", "gpu-strassen")
    squares = [
        f"| {size} | {tiles[0][size]:.2f} | {tiles[1][size]:.2f} | {strassen[size]:.2f} |\n"
        for size in tiles[1]
    ]
    assert "".join(squares) in note
    for shape in ("low", "short", "narrow"):
        on_h100, on_h200 = (
            gains(stored, f"matmul-{shape}", "float32", "gpu-register-tiles") for stored in (h100, h200)
        )
        figures = " | ".join(f"{on_h100[size]:.2f}, {on_h200[size]:.2f}" for size in on_h200)
        assert f"| `matmul-{shape}` | {figures} |\n" in note


def test_the_notes_on_batches_quote_what_is_stored() -> None:
    stored, note = (
        read_ladder(RESULTS / "nvidia-h200-batches.json"),
        (NOTES / "matmul-batch.md").read_text("utf-8"),
    )
    times_us = {(rung.variant, rung.size): rung.time_ns / 1e3 for rung in stored.rungs}
    library = {size: time_us for (variant, size), time_us in times_us.items() if variant == "gpu-cublas"}
    ours = ("gpu-register-tiles", "gpu-whole-factors", "gpu-tensor-tf32x3")
    for size, cublas_us in library.items():
        best_us = min(times_us[variant, size] for variant in ours if (variant, size) in times_us)
        row = re.search(rf"^\| {size} \|.*\| ([\d.]+) \|$", note, re.MULTILINE)
        assert row is None or row[1] == f"{cublas_us / best_us:.2f}", size
    assert len(re.findall(r"^\| \d+ \| [\d.,]+ \|.*\| [\d.]+ \|$", note, re.MULTILINE)) >= 15


def test_rates_of_what_is_neither_bytes_nor_operations() -> None:
    row = run("prime-tally/uint64/gpu-wheel/100", 50, 0, label="")
    library = run("prime-tally/uint64/cpu-primesieve/100", 100, 0, label="")
    for counted, rate in ((row, 2000.0), (library, 0.25)):
        del counted["GB/s"]
        counted["M/s"] = rate
    text = as_markdown(read_benchmark(output(row, library), "the command", "abc"))
    assert "| gpu-wheel | 50.0 us | 50.0 us to 50.0 us | 2,000 M/s |  | 2.00x |" in text
    assert "| cpu-primesieve | 100.0 us | 100.0 us to 100.0 us | 0.25 M/s |  |  |" in text
    assert "Test GPU, CUDA 13.0, 2026-01-02, median of 1.\n" in text  # there is no ceiling to name


def test_a_row_that_is_repeated_less_often_than_the_others() -> None:
    rows = [run("transpose/int32/gpu-naive/64/manual_time", 20, 500) for _ in range(3)]
    once = run("transpose/int32/gpu-cublas/1024/manual_time", 20, 500)
    assert read_benchmark(output(*rows, once), "the command", "abc").repetitions == 3


def without_a_gpu(installation: Installation) -> JudgeHost:
    return JudgeHost(installation, RunPolicy(gpus=Gpus((200,))))


@pytest.mark.slow
@pytest.mark.parametrize("operations", [(), ("matmul",), ("transpose", "vector-add")])
def test_without_a_gpu_the_command_that_shows_a_stored_result_works_from_any_folder(
    operations: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    here = without_a_gpu(this_installation())
    with pytest.raises(
        JudgeError, match=r"nothing to measure: no GPU 200 here .*Measured elsewhere: .*h200"
    ) as told:
        bench(here, BenchOptions(operations))
    step = told.value.next_step
    assert isinstance(step, RunJudge)
    command, *named, option, file = step.arguments
    assert (command, tuple(named), option) == ("bench", operations, "--from")
    assert bench(here, BenchOptions(operations, stored=Path(file))) == 0
    shown = capsys.readouterr().out
    assert all(f"{operation}, " in shown for operation in operations or ("matmul",))


def test_an_operation_that_there_is_not_is_told_before_the_gpu_that_is_missing() -> None:
    with pytest.raises(JudgeError, match=r"unknown operation 'matmull'\. Did you mean 'matmul'"):
        bench(without_a_gpu(this_installation()), BenchOptions(("matmull",)))


def test_a_stored_result_that_is_not_there_is_named(tree: JudgeHost, tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"none\.json: cannot be read: No such file or directory"):
        bench(tree, BenchOptions(stored=tmp_path / "none.json"))
