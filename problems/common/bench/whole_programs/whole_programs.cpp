// Whole programs, from a file of text to a file of text: those of the problems on one core and on two, beside plain ones
// with scanf and printf (the stored submissions, on one core) and, for matrices, with scanf, cuBLAS and printf. Each row
// has the time that passes and, as cpu_ms, what the program took of all cores.

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/cores.hpp"
#include "base/memory_file.hpp"
#include "kernels/common/gpu.hpp"
#include "problems/common/frame/random.hpp"
#include "problems/common/printing/writer.hpp"

namespace problems::bench {
namespace {

using Fill = std::function<void(Writer&)>;

void integers(Writer& out, std::size_t count) {
  Random random(20250914);
  std::vector<std::int32_t> values(count);
  for (std::int32_t& value : values) value = random.integer(-1'000'000'000, 1'000'000'000);
  out.row<std::int32_t>(values);
}

void decimals(Writer& out, std::size_t count) {
  Random random(20250914);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.real(-1, 1));
  out.row<float>(values);
}

void size(Writer& out, std::initializer_list<int> sizes) {
  out.row<int>(std::vector<int>(sizes));
}

/// How a run of a program ended, and the time it took.
struct Run {
  bool ok;
  double seconds;
  double cpu_seconds;
};

Run run(const std::filesystem::path& program, const std::string& solver, int input, int output,
        const std::vector<int>& cores) {
  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(input, 0);
    ::dup2(output, 1);
    base::pin_to(cores);
    if (solver.empty()) {
      ::execl(program.c_str(), program.c_str(), nullptr);
    } else {
      ::execl(program.c_str(), program.c_str(), "--solver", solver.c_str(), nullptr);
    }
    ::_exit(127);
  }
  int status = 1;
  rusage usage{};
  const bool ended = child > 0 && ::wait4(child, &status, 0, &usage) == child;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return {ended && status == 0, wall.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime)};
}

/// Adds a row for a program in the build folder, on so many cores; none if it was not built.
void row(const std::string& name, const std::string& program, const std::string& solver, unsigned cores,
         const Fill& fill) {
  const std::filesystem::path build =
      std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
  std::vector<int> usable = base::usable_cores();
  if (!std::filesystem::exists(build / program) || usable.size() < cores) return;
  usable.resize(cores);
  benchmark::RegisterBenchmark(
      name.c_str(),
      [=](benchmark::State& state) {
        const base::MemoryFile input, output;
        Writer writer(input.descriptor());
        fill(writer);
        writer.flush();
        double cpu_seconds = 0;
        for (auto _ : state) {
          const Run found = run(build / program, solver, input.from_start(), output.from_start(), usable);
          if (!found.ok) return state.SkipWithError("the program failed");
          state.SetIterationTime(found.seconds);
          cpu_seconds += found.cpu_seconds;
        }
        state.counters["cpu_ms"] = 1000 * cpu_seconds / static_cast<double>(state.iterations());
      })
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

/// Adds the rows of one problem.
void rows(const std::string& problem, const std::string& label, const Fill& fill, bool with_scanf = true) {
  const std::string name = problem + '/' + label + '/';
  if (with_scanf) row(name + "scanf_printf", "benchmarks/plain/" + problem, "", 1, fill);
  row(name + "one_core", problem, "", 1, fill);
  row(name + "two_cores", problem, "", 2, fill);
}

const bool registered = [] {
  constexpr int many = 10'000'000;
  rows("vector-add", "10^7", [](Writer& out) {
    size(out, {many});
    integers(out, many);
    integers(out, many);
  });
  rows("vector-sum", "10^7", [](Writer& out) {
    size(out, {many});
    integers(out, many);
  });
  rows("transpose", "2500x4000", [](Writer& out) {
    size(out, {2500, 4000});
    integers(out, many);
  });
  for (const int n : {1024, 4096}) {
    const Fill matrices = [n](Writer& out) {
      size(out, {n, n, n});
      for (int matrix = 0; matrix < 2; ++matrix)
        decimals(out, static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    };
    const std::string label = std::to_string(n);
    if (kernels::fast_gpu_supported()) {
      const unsigned cores = base::usable_core_count();
      row("matmul/" + label + "/scanf_cublas_printf", "benchmarks/plain/matmul-cublas", "", cores, matrices);
      row("matmul/" + label + "/gpu", "matmul", "gpu-tensor-fp16x3", cores, matrices);
    }
    rows("matmul", label, matrices, n == 1024);
  }
  return true;
}();

}  // namespace
}  // namespace problems::bench
