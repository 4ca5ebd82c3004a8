"""`judge cuda` runs programs with streams again, as late as CUDA allows: what does not wait for a stream shows."""

import json
from pathlib import Path

import pytest

from judge.commands.cuda import cuda
from judge.commands.options.cuda import CudaOptions
from judge.judging.late_streams import LateOrder, late_order, may_be_late
from judge.judging.results import TestResult
from judge.judging.verdicts import Decision, Verdict
from judge.project.host import JudgeHost
from judge.tests.gpu_stand_in import NOWHERE

pytestmark = pytest.mark.built

PROGRAM = """#include <cstdio>
#include <cstring>
__global__ void fill(int* values, int value) { values[threadIdx.x] = value; }
__global__ void add(int* values, const int* more) { values[threadIdx.x] += more[threadIdx.x]; }
__global__ void say(int number) { printf("kernel %d\\n", number); }
int main(int, char** arguments) {
  const auto does = [&](const char* what) { return std::strcmp(arguments[1], what) == 0; };
  int *one, *two, *host;
  cudaMalloc(&one, 128);
  cudaMalloc(&two, 128);
  cudaMallocHost(&host, 128);
  std::memset(host, 0, 128);
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  cudaEvent_t filled;
  cudaEventCreate(&filled);
  cudaMemset(one, 0, 128);
  cudaDeviceSynchronize();
  fill<<<1, 32, 0, first>>>(one, 5);
  cudaEventRecord(filled, first);
  if (!does("no-event")) cudaStreamWaitEvent(second, filled, 0);
  fill<<<1, 32, 0, second>>>(two, 1);
  add<<<1, 32, 0, second>>>(two, one);
  cudaMemcpyAsync(host, two, 128, cudaMemcpyDeviceToHost, second);
  if (does("query")) {
    while (cudaStreamQuery(second) == cudaErrorNotReady) {}
    cudaGetLastError();
  } else if (!does("no-wait")) {
    cudaStreamSynchronize(second);
  }
  std::printf("%d %d\\n", host[0], host[31]);
  say<<<1, 1>>>(1);
  cudaDeviceSynchronize();
  say<<<1, 1, 0, first>>>(2);
  cudaStreamSynchronize(first);
  std::printf("end\\n");
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaEventDestroy(filled);
  cudaFree(one);
  cudaFree(two);
  cudaFreeHost(host);
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "line", "found"), [("right", None, None), ("query", None, None), ("no-wait", 1, "0 0")]
)
def test_what_does_not_wait_for_a_stream_shows(
    tree: JudgeHost,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    what: str,
    line: int | None,
    found: str | None,
) -> None:
    source = tmp_path / "streams.cu"
    source.write_text(PROGRAM)
    (tmp_path / "nothing").touch()
    options = CudaOptions(
        (str(source),), (what,), json=tmp_path / "report.json", stdin=tmp_path / "nothing", late_streams=3
    )
    status = cuda(tree.with_policy(gpus=NOWHERE), options)
    report = json.loads((tmp_path / "report.json").read_bytes())
    orders = report["late_orders"]
    assert [one["seed"] for one in orders] == [1, 2, 3]
    assert [(one["line"], one["found"]) for one in orders] == [(line, found)] * 3
    assert all(one["expected"] == ("6 6" if line else None) for one in orders)
    assert status == (0 if line is None else 1)
    told = " ".join(capsys.readouterr().err.split())
    assert told.count('line 1 of the output is "0 0" and not "6 6"') == (line is not None)


@pytest.mark.slow
def test_an_event_that_is_missing_shows_in_some_order(tree: JudgeHost, tmp_path: Path) -> None:
    source = tmp_path / "streams.cu"
    source.write_text(PROGRAM)
    (tmp_path / "nothing").touch()
    options = CudaOptions(
        (str(source),),
        ("no-event",),
        json=tmp_path / "report.json",
        stdin=tmp_path / "nothing",
        late_streams=2,
    )
    cuda(tree.with_policy(gpus=NOWHERE), options)
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert {one["found"] for one in report["late_orders"]} == {"1 1"}


TIMED = """#include <chrono>
#include <cstdio>
#include <ctime>
#include <sys/time.h>
__global__ void count(long long* sum) { for (long long n = 0; n < 300000; ++n) sum[threadIdx.x] += n; }
__global__ void say(int number) { printf("kernel %d\\n", number); }
const char* speed(double ms) { return ms > 3 ? "slow" : "fast"; }
double now_ms() { timeval now; gettimeofday(&now, nullptr); return now.tv_sec * 1e3 + now.tv_usec / 1e3; }
int main() {
  using Clock = std::chrono::steady_clock;
  long long* sum;
  cudaMalloc(&sum, 256);
  cudaMemset(sum, 0, 256);
  cudaStream_t first, second;
  cudaStreamCreate(&first);
  cudaStreamCreate(&second);
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaDeviceSynchronize();
  const auto start = Clock::now();
  const std::clock_t cpu_start = std::clock();
  const double wall_start = now_ms();
  cudaEventRecord(begin, first);
  count<<<1, 32, 0, first>>>(sum);
  cudaEventRecord(end, first);
  const double launch_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  const double cpu_ms = 1e3 * (std::clock() - cpu_start) / CLOCKS_PER_SEC, wall_ms = now_ms() - wall_start;
  long long polls = 0;
  while (cudaEventQuery(end) == cudaErrorNotReady) ++polls;
  cudaGetLastError();
  float kernel_ms;
  cudaEventElapsedTime(&kernel_ms, begin, end);
  std::printf("launch %s\\nCPU %s\\nwall %s\\nkernel %s\\n%lld polls\\n", speed(launch_ms), speed(cpu_ms),
              speed(wall_ms), speed(kernel_ms), polls);
  std::printf("seed %d\\n", static_cast<int>(std::time(nullptr)));
  say<<<1, 1, 0, first>>>(1);
  say<<<1, 1, 0, second>>>(2);
  cudaDeviceSynchronize();
  std::printf("end\\n");
  cudaFree(sum);
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
}
"""


@pytest.mark.slow
def test_times_and_the_order_of_prints_are_no_difference(tree: JudgeHost, tmp_path: Path) -> None:
    """A kernel that takes long is slow in the ordinary order, and its launch, too; late, the launch is not."""
    source = tmp_path / "timed.cu"
    source.write_text(TIMED)
    (tmp_path / "nothing").touch()
    options = CudaOptions(
        (str(source),), json=tmp_path / "report.json", stdin=tmp_path / "nothing", late_streams=4
    )
    assert cuda(tree.with_policy(gpus=NOWHERE), options) == 0
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert [one["what"] for one in report["late_orders"]] == [""] * 4


def ran(output: str, verdict: Verdict = Verdict.AC) -> tuple[TestResult, bytes]:
    class Result:
        decision = Decision(verdict, "exit code 3" if verdict is Verdict.RTE else "")

    return Result(), output.encode()  # type: ignore[return-value]


def test_what_differs_between_equal_runs_may_differ_with_late_streams() -> None:
    usual, again = ran("sum 3\n1.25 ms\nend\n"), ran("sum 3\n1.50 ms\nend\n")
    assert late_order(1, usual, again, ran("sum 3\n0.00 ms\nend\n")) == LateOrder(1)
    assert late_order(1, usual, again, ran("sum 0\n0.00 ms\nend\n")).line == 1
    assert late_order(1, usual, again, ran("sum 3\n0.00 ms\n")).found is None
    assert late_order(1, usual, again, ran("", Verdict.TLE)) == LateOrder(1)
    assert late_order(1, usual, ran("", Verdict.RTE), ran("sum 0\n")) == LateOrder(1)
    crashed = late_order(2, usual, again, ran("sum 3\n", Verdict.RTE))
    assert crashed.what == "the program ends with RTE: exit code 3"
    assert "as late as CUDA allows" in crashed.told


def test_lines_in_another_order_do_not_differ() -> None:
    usual = ran("kernel 1\nkernel 2\nend\n")
    assert late_order(1, usual, usual, ran("kernel 2\nkernel 1\nend\n")) == LateOrder(1)
    assert late_order(1, usual, usual, ran("kernel 2\nkernel 2\nend\n")).found == "kernel 2"
    longer = late_order(1, usual, usual, ran("kernel 1\nkernel 2\nend\nmore\n"))
    assert (longer.line, longer.expected, longer.found) == (4, None, "more")


def test_only_programs_in_which_something_may_be_late_run_again() -> None:
    assert may_be_late(["kernel<<<1, 1>>>(); cudaMemcpy(a, b, 4, kind);"]) is False
    for text in ("cudaStream_t s;", "cudaMemcpyAsync (a, b)", "cudaMallocManaged(&a, 4);"):
        assert may_be_late(["", text])
