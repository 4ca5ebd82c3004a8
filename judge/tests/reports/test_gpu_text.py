"""What is said of a CUDA program: names of kernels that can be read, and what its author should know."""

import msgspec
import pytest

from judge.base.records import replace
from judge.reports.gpu_words import gpu_notes, short_name
from judge.reports.terminal.gpu_text import kernels_table
from judge.sandbox.gpu_trace import ApiError, GpuTrace
from judge.tests.measured import MS, TILED, TRACE, UNFINISHED, facts
from judge.tests.rendered import shown


@pytest.mark.parametrize(
    ("name", "short"),
    [
        (TILED.name, "tiled<16>"),
        ("add(int*, int)", "add"),
        ("add", "add"),
        ("void add<float, (Mode)1>(float*)", "add<float, (Mode)1>"),
        ("void mine::add<std::pair<int, int>>(int)", "mine::add<std::pair<int, int>>"),
        ("<unnamed>::add(int)", "add"),
        (
            "void cub::CUB_300001_SM_900::Reduce<cub::CUB_300001_SM_900::Policy<int, unsigned>>(int)",
            "cub::Reduce<...>",
        ),
        ("sm90_xmma_gemm_f32f32_tf32f32_f32_nn_n_tilesize128x128x32", "sm90_xmma_gem...ize128x128x32"),
        ("operator()(int)", "operator"),
        ("(int)", "(int)"),
        ("", "(no name)"),
        ("evil\x1b[2J\nname(int)", "evil\\x1b[2J name"),
    ],
)
def test_names_of_kernels(name: str, short: str) -> None:
    assert short_name(name, 30) == short


def test_a_name_never_gets_longer_than_it_may() -> None:
    for most in (30, 48):
        assert len(short_name("f" * 500, most)) <= most
        assert len(short_name("f" * 500 + "<int>(int)", most)) <= most


def notes(trace: GpuTrace | None, missing: str | None = None) -> list[str]:
    return [note.text for note in gpu_notes(facts(300 * MS, trace=trace, trace_missing=missing))]


def test_where_all_was_well_nothing_is_said() -> None:
    assert notes(TRACE) == []
    assert notes(replace(TRACE, unfreed_bytes=None, synchronized_before_exit=None)) == []
    assert notes(None) == []  # it had no GPU


def test_what_the_program_ignored_is_said() -> None:
    trace = replace(
        TRACE,
        errors=(
            ApiError("cudaMalloc", 2, "cudaErrorMemoryAllocation", 3),
            ApiError("cudaLaunchKernel", 9, "cudaErrorInvalidConfiguration", 1),
        ),
    )
    assert notes(trace) == [
        "cudaMalloc failed 3 times with cudaErrorMemoryAllocation (2), and the program continued.",
        "cudaLaunchKernel failed with cudaErrorInvalidConfiguration (9), and the program continued.",
    ]


def test_what_was_left_undone_is_said() -> None:
    kernel = replace(TILED, launches=5, completed=2)
    said = notes(
        replace(
            TRACE, complete=False, kernels=(kernel,), synchronized_before_exit=False, unfreed_bytes=3 << 20
        )
    )
    assert [
        any(word in note for note in said) for word in ("exit normally", "3 of 5 launches", "3.0 MiB")
    ] == [True] * 3
    assert any("did not synchronise" in note for note in said)


def test_why_there_is_no_trace_is_said() -> None:
    assert notes(None, "no CUPTI here") == ["What it did on the GPU is not known: no CUPTI here"]


def test_what_a_program_forged_is_harmless() -> None:
    trace = replace(TRACE, errors=(ApiError("[red]\x1b[2J", 1, "\x07", 1),))
    assert notes(trace) == ["[red]\\x1b[2J failed with \\x07 (1), and the program continued."]


def test_many_kernels_are_counted_and_the_first_are_shown() -> None:
    kernels = tuple(replace(TILED, name=f"kernel_{number}(int)") for number in range(20))
    table = kernels_table(replace(TRACE, kernels=kernels, kernel_launches=1234), 100)
    heading = shown([table]).partition("\n")[0]
    assert heading == "20 kernels, 1,234 launches; the 8 that took longest"
    assert all(len(column.cells) == 8 for column in table.columns)


def test_the_shape_of_a_kernel_that_never_ended_is_not_known() -> None:
    table = kernels_table(replace(TRACE, kernels=(UNFINISHED,), kernel_launches=1), 100)
    cells = {column.heading: [str(cell) for cell in column.cells] for column in table.columns}
    assert cells["regs"] == cells["shared"] == ["?"]
    assert cells["occupancy"] == ["unknown"]


def test_a_trace_is_read_as_it_was_written() -> None:
    for kernel in (TILED, UNFINISHED):
        trace = replace(TRACE, kernels=(kernel,))
        assert msgspec.json.decode(msgspec.json.encode(trace), type=GpuTrace) == trace
