"""`judge cuda --counters`: what kernels do to memory, against figures that were worked out by hand."""

import json
from pathlib import Path

import pytest

from judge.commands.cuda import cuda
from judge.commands.options.cuda import CudaOptions
from judge.judging.counters import NOTHING_COUNTED, LineCounts, blocks_by_registers, read_counters
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.reports.terminal.counters_text import lines_table
from judge.tests.gpu_stand_in import NOWHERE
from judge.tests.judging.test_devices import needs_nvcc
from judge.tests.rendered import shown

pytestmark = pytest.mark.built

KERNELS = this_installation().root / "runner/emulator/tests/counters/kernels.cu"
EXPECTED = json.loads(KERNELS.with_name("expected.json").read_bytes())
FIGURES = ("requests", "lanes", "sectors", "wavefronts", "conflicts")
COLUMN = LineCounts(
    counted="load", kernel="k", requests=2, lanes=48, bytes=192, sectors=48, file="a.cu", line=3
)

TURN = """#include <cstdio>
__global__ void turn(const float* in, float* out) {
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * 128 + y] = in[y * 128 + x];
}
__global__ void sum(const float* in, float* out) {
  float of_lane = in[threadIdx.x];
  for (int step = 16; step; step /= 2)
    of_lane += __shfl_xor_sync(~0u, of_lane, step);
  if (threadIdx.x == 0) *out = of_lane;
}
int main() {
  float *in, *out, result;
  cudaMalloc(&in, 65536);
  cudaMalloc(&out, 65536);
  cudaMemset(in, 0, 65536);
  turn<<<dim3(4, 16), dim3(32, 8)>>>(in, out);
  sum<<<1, 32>>>(out, in);
  cudaMemcpy(&result, in, 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result != 0;
}
"""

FENCES = """__global__ void count(float* out, int fences) {
  for (int n = 0; n < fences; ++n) __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
int main() {
  float* out;
  cudaMalloc(&out, 65536);
  count<<<64, 256>>>(out, 1000);
  cudaDeviceSynchronize();
  cudaFree(out);
}
"""

SUMS = """#include <cstdio>
__global__ void sum(const float* in, float* out, int of_each) {
  __shared__ float sums[256];
  float mine = 0;
  for (int n = 0; n < of_each; ++n)
    mine += in[(blockIdx.x * of_each + n) * 256 + threadIdx.x];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}
int main(int, char** arguments) {
  const int of_each = arguments[1][0] - '0';
  float *in, *out, result;
  cudaMalloc(&in, 1 << 20);
  cudaMalloc(&out, 1024 * sizeof(float));
  cudaMemset(in, 0, 1 << 20);
  sum<<<1024 / of_each, 256>>>(in, out, of_each);
  cudaMemcpy(&result, out, 4, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  return result != 0;
}
"""


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


@pytest.mark.slow
def test_a_lock_is_handed_on_while_its_spinning_is_counted(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Threads that spin fill the room for what waits for other lanes; the one that holds the lock gets on all the
    same."""
    program = KERNELS.parents[1] / "programs/right/atomics_and_locks.cu"
    options = CudaOptions(
        (str(program),), counters=True, stdin=nothing(tmp_path), json=tmp_path / "report.json"
    )
    assert cuda(tree.with_policy(gpus=NOWHERE), options) == 0
    assert capsys.readouterr().out == program.with_suffix(".out").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "report.json").read_bytes())["findings"] == []


@pytest.mark.slow
def test_fences_that_give_others_a_turn_tear_no_request(tree: JudgeHost, tmp_path: Path) -> None:
    source = tmp_path / "fences.cu"
    source.write_text(FENCES)
    options = CudaOptions(
        (str(source),), counters=True, stdin=nothing(tmp_path), json=tmp_path / "report.json", late_streams=0
    )
    assert cuda(tree.with_policy(gpus=NOWHERE), options) == 0
    [store] = json.loads((tmp_path / "report.json").read_bytes())["counters"]
    assert (store["line"], store["lanes"], store.get("gapped", 0)) == (3, 16384, 0)
    assert (store["requests"], store["sectors"]) == (16384 // 32, 16384 * 4 // 32)


def test_lines_of_another_shape_are_no_counts(tmp_path: Path) -> None:
    file = tmp_path / "written"
    assert read_counters(file) == NOTHING_COUNTED
    right = '{"counted": "load", "kernel": "k", "requests": 1, "lanes": 32, "bytes": 128, "sectors": 4}'
    launched = '{"launched": "k", "launches": 1, "blocks": 3, "threads": 33, "shared_bytes": 9, "resident_blocks": 16}'
    wrong = [
        '{"kind": "out-of-bounds", "message": "m"}',
        right.replace("32", "-1"),
        right.replace("load", "x"),
        right.replace('"requests"', '"offsets": [' + ", ".join(["0"] * 33) + '], "requests"'),
        launched.replace('"blocks": 3', '"blocks": 0'),
        "[",
    ]
    file.write_text("\n".join([*wrong, right, launched, ""]))
    found = read_counters(file)
    [counts], [launches] = found.lines, found.launches
    assert (launches.launched, launches.occupancy) == ("k", 0.5)
    assert (counts.requests, counts.sectors, counts.wavefronts, counts.place) == (1, 4, None, "")


def test_the_table_tells_what_a_request_takes() -> None:
    text = shown([lines_table([COLUMN])])
    assert "a.cu:3" in text
    assert "24" in text


@pytest.mark.slow
def test_a_program_is_told_where_it_wastes_memory(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "turn.cu"
    source.write_text(TURN)
    options = CudaOptions(
        (str(source),), counters=True, json=tmp_path / "report.json", stdin=nothing(tmp_path)
    )
    assert cuda(tree.with_policy(gpus=NOWHERE), options) == 0
    report = json.loads((tmp_path / "report.json").read_bytes())
    [advice] = report["advice"]
    assert (advice["kind"], advice["file"], advice["line"], advice["counted"]) == (
        "strided-access", "turn.cu", 4, "store",
    )  # fmt: skip
    assert (advice["now"], advice["least"], advice["step"]) == (32, 4, 512)
    assert advice["offsets"] == [512 * lane for lane in range(32)]
    [turned, summed] = sorted(report["launches"], key=lambda one: one["launched"], reverse=True)
    assert (turned["launched"], turned["blocks"], turned["threads"], turned["resident_blocks"]) == (
        "turn",
        64,
        256,
        8,
    )
    assert (summed["launched"], summed["blocks"], summed["shared_bytes"]) == ("sum", 1, 0)
    [shuffles] = [one for one in report["counters"] if one["counted"] == "warp-operation"]
    assert (shuffles["line"], shuffles["requests"], shuffles["lanes"]) == (9, 5, 160)
    told = " ".join(capsys.readouterr().err.split())
    assert "strided-access turn.cu:4" in told
    assert "32 sectors a request where 4 would do" in told


@pytest.mark.slow
@pytest.mark.parametrize("of_each", [1, 2, 8])
def test_a_tree_that_leaves_warps_idle_is_told_unless_its_threads_have_much_to_add(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str], of_each: int
) -> None:
    source = tmp_path / "sums.cu"
    source.write_text(SUMS)
    options = CudaOptions(
        (str(source),), (str(of_each),), counters=True, json=tmp_path / "report.json", stdin=nothing(tmp_path)
    )
    assert cuda(tree.with_policy(gpus=NOWHERE), options) == 0
    report = json.loads((tmp_path / "report.json").read_bytes())
    [step] = [one for one in report["counters"] if one["idle_turns"]]
    assert (step["line"], step["counted"], step["block_warps"]) == (11, "shared-store", 8)
    assert step["warps_at_work"] == [4, 2, 1, 1, 1, 1, 1, 1]
    # Two reads and a write in each step of each block.
    assert step["idle_turns"] == 1024 // of_each * 3 * (4 + 6 + 6 * 7)
    told = " ".join(capsys.readouterr().err.split())
    assert ("4, 2, 1, 1, 1, 1, 1, 1 of 8 warps" in told) == (of_each < 8)
    assert [one["kind"] for one in report["advice"]] == (["idle-warps"] if of_each < 8 else [])


@pytest.mark.parametrize(
    ("threads", "registers", "blocks"),
    [
        (1, 255, 8), (128, 32, 16), (128, 33, 12), (256, 32, 8), (256, 33, 6), (288, 56, 4), (512, 65, 1), (768, 72, 1),
        (1000, 32, 2), (1024, 64, 1), (1024, 65, 0), (480, 129, 0),
    ],
)  # fmt: skip
def test_registers_leave_room_for_the_blocks_that_nvidia_says(
    threads: int, registers: int, blocks: int
) -> None:
    """Blocks that cuda_occupancy.h of CUDA 13.0 computes; it agrees in 460 of 460 cases."""
    assert blocks_by_registers(registers, threads) == blocks


SPILLS = """#include <cstdio>
__global__ void __launch_bounds__(1024, 2) many(float* out, int n) {
  float kept[96];
#pragma unroll
  for (int k = 0; k < 96; ++k) kept[k] = out[k * n + threadIdx.x];
#pragma unroll
  for (int k = 0; k < 96; ++k) out[k * n + threadIdx.x] = kept[95 - k] * kept[k] + kept[(k * 7) % 96];
}
template <class T> __global__ void few(T* out) { out[threadIdx.x] = 1; }
int main() {
  float* out;
  cudaMalloc(&out, 96 * 1024 * sizeof(float));
  cudaMemset(out, 0, 96 * 1024 * sizeof(float));
  many<<<1, 1024>>>(out, 1024);
  few<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
"""


@pytest.mark.slow
@needs_nvcc
def test_registers_are_those_of_nvcc_in_text_json_and_page(
    tree: JudgeHost, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "spills.cu"
    source.write_text(SPILLS)
    options = CudaOptions(
        (str(source),), counters=True, json=tmp_path / "report.json", html=tmp_path / "page.html",
        stdin=nothing(tmp_path),
    )  # fmt: skip
    assert cuda(tree.with_policy(gpus=NOWHERE), options) == 0
    report = json.loads((tmp_path / "report.json").read_bytes())
    [few, many] = sorted(report["launches"], key=lambda one: one["launched"])
    assert few["launched"] == "few<float>"
    assert few["spilled_bytes"] == 0
    assert 4 <= few["registers"] <= 16
    assert (many["registers"], many["occupancy"], many["is_bound_by_registers"]) == (32, 1.0, False)
    assert many["spilled_bytes"] > 0
    told = " ".join(capsys.readouterr().err.split())
    assert "registers" in told
    assert "Registers are those that nvcc's assembler takes for compute capability 9.0." in told
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "many" in page
    assert "nvcc&#39;s assembler" in page
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.slow
@pytest.mark.parametrize("is_here", [True, False])
def test_without_nvcc_or_where_it_refuses_the_program_no_registers_are_told(
    tree: JudgeHost,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    is_here: bool,
) -> None:
    if is_here:
        monkeypatch.setattr("judge.commands.cuda.kernel_resources", lambda *_: {})
    else:
        monkeypatch.setattr("judge.commands.cuda.language_named", lambda _: None)
    source = tmp_path / "turn.cu"
    source.write_text(TURN)
    options = CudaOptions(
        (str(source),), counters=True, json=tmp_path / "report.json", stdin=nothing(tmp_path)
    )
    assert cuda(tree.with_policy(gpus=NOWHERE), options) == 0
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert [one["registers"] for one in report["launches"]] == [None, None]
    told = " ".join(capsys.readouterr().err.split())
    assert "Registers are not counted" in told
    assert report["registers_from"] in told
