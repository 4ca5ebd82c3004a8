"""`judge bench OPERATION --with FILE`: a function of somebody's is checked without a GPU, and its times make a rung."""

import subprocess
from pathlib import Path

import pytest

from judge.base.errors import JudgeError
from judge.commands.bench_with import bench_with
from judge.commands.options.bench import BenchOptions
from judge.measure.given_kernels import CONTRACTS, FOLDER, contract_of, rung_of
from judge.measure.ladder import COPY, Ladder, Rung, techniques
from judge.project.host import JudgeHost
from judge.project.installation import this_installation
from judge.tests.gpu_stand_in import NOWHERE

pytestmark = pytest.mark.built

ADD = """
__global__ void add(const int* a, const int* b, long long* sum, size_t size) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < size) sum[i] = (long long)a[i] + b[i];
}
extern "C" void vector_add(const int* a, const int* b, long long* sum, size_t size, cudaStream_t stream) {
  add<<<(size + 255) / 256, 256, 0, stream>>>(a, b, sum, size);
}
"""
RIGHT = {
    "vector-add": ADD,
    "reduction-sum": """
__global__ void add(const int* values, unsigned long long* sum, size_t size) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < size) atomicAdd(sum, (unsigned long long)(long long)values[i]);
}
extern "C" void reduction_sum(const int* values, long long* sum, size_t size, cudaStream_t stream) {
  cudaMemsetAsync(sum, 0, sizeof *sum, stream);
  add<<<(size + 255) / 256, 256, 0, stream>>>(values, (unsigned long long*)sum, size);
}
""",
    "transpose": """
__global__ void turn(const int* in, int* out, size_t rows, size_t columns) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < rows * columns) out[i % columns * rows + i / columns] = in[i];
}
extern "C" void transpose(const int* in, int* out, size_t rows, size_t columns, cudaStream_t stream) {
  turn<<<(rows * columns + 255) / 256, 256, 0, stream>>>(in, out, rows, columns);
}
""",
    "matmul": """
__global__ void multiply(const float* a, const float* b, float* c, size_t m, size_t k, size_t n) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= m * n) return;
  float sum = 0;
  for (size_t j = 0; j < k; ++j) sum += a[i / n * k + j] * b[j * n + i % n];
  c[i] = sum;
}
extern "C" void matmul(const float* a, const float* b, float* c, size_t m, size_t k, size_t n, cudaStream_t stream) {
  multiply<<<(m * n + 255) / 256, 256, 0, stream>>>(a, b, c, m, k, n);
}
""",
}
WRONG = {
    "beyond the end": (ADD.replace("if (i < size) ", ""), "out-of-bounds"),
    "32 bits": (
        ADD.replace("(long long)a[i] + b[i]", "(int)((unsigned)a[i] + b[i])"),
        "no vector-add yet: wrong for size ",
    ),
    "the end is left out": (
        ADD.replace("(size + 255) / 256", "size / 256 + (size < 256)"),
        "wrong for size 257",
    ),
    "another stream": (ADD.replace(", 0, stream>>>", ">>>"), "unsynchronised-access"),
    "a launch that is refused": (ADD.replace("256, 0, stream", "2560, 0, stream"), "launch: invalid"),
    "without its linkage": (
        ADD.replace('extern "C" ', ""),
        'expected extern "C" void vector_add(const int* a',
    ),
    "no compiler takes it": (ADD.replace("size_t i =", "size_t ="), "CE  cuda  mine.cu"),
}


@pytest.fixture
def host(tree: JudgeHost) -> JudgeHost:
    return tree.with_policy(gpus=NOWHERE)


def benched(host: JudgeHost, operation: str, text: str, folder: Path) -> int:
    (folder / "mine.cu").write_text(text)
    return bench_with(host, BenchOptions((operation,)), folder / "mine.cu")


@pytest.mark.slow
@pytest.mark.parametrize("operation", CONTRACTS)
def test_a_right_one_is_told_so_and_that_nothing_was_timed(
    host: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path, operation: str
) -> None:
    assert benched(host, operation, RIGHT[operation], tmp_path) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith(
        "mine.cu: correct at each size on the emulated GPU, without findings. Not timed: no GPU here"
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_one_is_told_what_is_wrong(
    host: JudgeHost, capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str
) -> None:
    text, said = WRONG[name]
    assert benched(host, "vector-add", text, tmp_path) == 1
    captured = capsys.readouterr()
    assert said in captured.out + captured.err


@pytest.mark.slow
@pytest.mark.parametrize("operation", CONTRACTS)
def test_the_program_prints_a_time_for_each_repetition(
    host: JudgeHost, tmp_path: Path, operation: str
) -> None:
    """The emulated GPU's times mean nothing, and are shown nowhere."""
    emulator, program = this_installation().build / "cuda-emulator/compile", tmp_path / "program"
    (tmp_path / "mine.cu").write_text(RIGHT[operation])
    objects = []
    for source in (tmp_path / "mine.cu", FOLDER / f"judge-bench-{operation}.cu"):
        objects.append(tmp_path / f"{source.stem}.o")
        subprocess.run([emulator, source, objects[-1]], check=True)
    subprocess.run([emulator, "--link", program, *objects], check=True)
    printed = subprocess.run([program, "time", "64", "2"], capture_output=True, text=True, check=True).stdout
    rung = rung_of(operation, "mine", 64, printed, None)
    assert (rung.operation, rung.element, rung.variant) == (operation, CONTRACTS[operation].element, "mine")
    assert 0 < rung.low_ns <= rung.time_ns <= rung.high_ns
    assert rung.rate == pytest.approx(CONTRACTS[operation].work(64) / rung.time_ns)


def test_a_rung_is_compared_with_the_copy_of_its_size() -> None:
    copy = Rung("vector-add", "int32", COPY, 1 << 20, 4000, 4000, 4000, 4000.0, "GB/s", COPY, 1.0)
    ladder = Ladder({}, "", "", "", 1, [copy])
    rung = rung_of("vector-add", "mine", 1 << 20, "8000\n8400\n8200\n", ladder)
    assert (rung.time_ns, rung.share) == (8200, rung.rate / 4000)
    assert techniques([copy, rung]) == [rung]
    assert rung_of("vector-add", "mine", 1 << 24, "8000\n", ladder).share is None


@pytest.mark.parametrize("printed", ["", "fast\n", "0\n0\n"])
def test_what_is_no_time_is_an_error(printed: str) -> None:
    with pytest.raises(JudgeError, match="size 64: expected times in nanoseconds, found"):
        rung_of("matmul", "mine", 64, printed, None)


@pytest.mark.parametrize("operations", [(), ("matmul", "transpose"), ("text",)])
def test_one_operation_is_compared(operations: tuple[str, ...]) -> None:
    with pytest.raises(JudgeError, match="--with compares with one operation of vector-add, reduction-sum"):
        contract_of(operations)
