#include "runner/sandbox/gpu/gpu_trace_facts.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>

#include "runner/gpu_trace/trace_layout.hpp"

namespace runner {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using gpu_trace::Kernel;
using gpu_trace::Process;
using gpu_trace::State;
using gpu_trace::Trace;
using gpu_trace::Transfers;

/// Sums of untrusted figures: they must not wrap around.
void add(std::uint64_t& sum, std::uint64_t value) {
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  sum = value > most - sum ? most : sum + value;
}

void add(Transfers& sum, const Transfers& value) {
  add(sum.count, value.count);
  add(sum.bytes, value.bytes);
  add(sum.total_ns, value.total_ns);
}

template <std::size_t size>
std::string text_of(const std::array<char, size>& bytes) {
  return {bytes.begin(), std::find(bytes.begin(), bytes.end(), '\0')};
}

Json to_json(const Transfers& transfers) {
  return {{"count", transfers.count}, {"bytes", transfers.bytes}, {"total_ns", transfers.total_ns}};
}

Json limit_name(gpu_trace::OccupancyLimit limit) {
  switch (limit) {
    case gpu_trace::OccupancyLimit::threads:
      return "threads";
    case gpu_trace::OccupancyLimit::registers:
      return "registers";
    case gpu_trace::OccupancyLimit::shared_memory:
      return "shared memory";
    case gpu_trace::OccupancyLimit::blocks:
      return "blocks";
    case gpu_trace::OccupancyLimit::barriers:
      return "barriers";
    default:
      return nullptr;
  }
}

/// Null if unknown: the properties of a launch are seen at its end.
Json extent(const Kernel& kernel, const std::int32_t (&size)[3]) {
  const bool is_known =
      kernel.completed > 0 && std::all_of(size, size + 3, [](auto length) { return length > 0; });
  return is_known ? Json{size[0], size[1], size[2]} : Json(nullptr);
}

Json to_json(const Kernel& kernel) {
  const bool is_bounded = kernel.occupancy > 0 && kernel.occupancy <= 1;
  const auto if_seen = [&](auto value) { return kernel.completed > 0 ? Json(value) : Json(nullptr); };
  return {{"name", text_of(kernel.name)},
          {"launches", kernel.launches},
          {"completed", kernel.completed},
          {"total_ns", kernel.total_ns},
          {"longest_ns", kernel.longest_ns},
          {"registers", if_seen(kernel.registers)},
          {"shared_bytes", if_seen(kernel.shared_bytes)},
          {"local_bytes", if_seen(kernel.local_bytes)},
          {"block", extent(kernel, kernel.block)},
          {"grid", extent(kernel, kernel.grid)},
          {"occupancy", is_bounded ? Json(kernel.occupancy) : Json(nullptr)},
          {"occupancy_limit", is_bounded ? limit_name(kernel.limit) : Json(nullptr)}};
}

/// All processes' rows of the same name as one, with the shape of the longest launch.
void merge(std::vector<Kernel>& kernels, const Process& process) {
  for (std::size_t k = 0; k < std::min<std::size_t>(process.kernel_count, gpu_trace::most_kernels); ++k) {
    const Kernel& kernel = process.kernels[k];
    const auto same = std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& known) {
      return text_of(known.name) == text_of(kernel.name);
    });
    if (same == kernels.end()) {
      kernels.push_back(kernel);
      continue;
    }
    Kernel sum = kernel.longest_ns > same->longest_ns ? kernel : *same;
    const Kernel& other = kernel.longest_ns > same->longest_ns ? *same : kernel;
    add(sum.launches, other.launches);
    add(sum.completed, other.completed);
    add(sum.total_ns, other.total_ns);
    *same = sum;
  }
}

void merge(std::vector<gpu_trace::Error>& errors, const Process& process) {
  const std::size_t count = std::min<std::size_t>(process.error_count, gpu_trace::most_errors);
  errors.insert(errors.end(), process.errors.begin(), process.errors.begin() + count);
}

std::uint64_t between(std::uint64_t from_ns, std::uint64_t to_ns) {
  return to_ns > from_ns ? to_ns - from_ns : 0;
}

Json trace_of(const std::vector<const Process*>& processes, std::int64_t started_ns) {
  Process all{};
  std::vector<Kernel> kernels;
  std::vector<gpu_trace::Error> errors;
  bool is_complete = true;
  for (const Process* process : processes) {
    add(all.copy_in, process->copy_in);
    add(all.copy_out, process->copy_out);
    add(all.copy_device, process->copy_device);
    add(all.memset, process->memset);
    add(all.managed_to_device_bytes, process->managed_to_device_bytes);
    add(all.managed_to_host_bytes, process->managed_to_host_bytes);
    add(all.kernel_launches, process->kernel_launches);
    add(all.kernels_total_ns, process->kernels_total_ns);
    add(all.kernels_busy_ns, process->kernels_busy_ns);
    add(all.peak_memory_bytes, process->peak_memory_bytes);
    add(all.unfreed_bytes, process->unfreed_bytes);
    all.has_managed |= process->has_managed;
    all.is_unsynchronized |= process->is_unsynchronized;
    is_complete = is_complete && process->state == State::ended;
    merge(kernels, *process);
    merge(errors, *process);
  }
  std::sort(kernels.begin(), kernels.end(),
            [](const Kernel& a, const Kernel& b) { return a.total_ns > b.total_ns; });

  const Process& first = *processes.front();
  Json trace = {{"can_be_forged", true}, {"complete", is_complete}, {"processes", processes.size()}};
  trace["before_cuda_ns"] = between(static_cast<std::uint64_t>(started_ns), first.loaded_ns);
  trace["start_up_ns"] = between(first.loaded_ns, first.started_ns);
  trace["copy_in"] = to_json(all.copy_in);
  trace["copy_out"] = to_json(all.copy_out);
  trace["copy_device"] = to_json(all.copy_device);
  trace["memset"] = to_json(all.memset);
  trace["managed"] = nullptr;
  if (all.has_managed != 0) {
    trace["managed"] = {{"to_device_bytes", all.managed_to_device_bytes},
                        {"to_host_bytes", all.managed_to_host_bytes}};
  }
  trace["kernels"] = Json::array();
  for (const Kernel& kernel : kernels) {
    // A failed launch is among the errors; a kernel whose launches all failed was never launched.
    if (kernel.launches > 0) trace["kernels"].push_back(to_json(kernel));
  }
  trace["kernels_total_ns"] = all.kernels_total_ns;
  trace["kernel_launches"] = all.kernel_launches;
  trace["busy_ns"] = all.kernels_busy_ns;
  trace["peak_memory_bytes"] = all.peak_memory_bytes;
  trace["unfreed_bytes"] = is_complete ? Json(all.unfreed_bytes) : Json(nullptr);
  trace["errors"] = Json::array();
  for (const auto& error : errors) {
    trace["errors"].push_back({{"call", text_of(error.call)},
                               {"code", error.code},
                               {"name", text_of(error.name)},
                               {"count", error.count}});
  }
  trace["synchronized_before_exit"] =
      is_complete && all.kernel_launches > 0 ? Json(all.is_unsynchronized == 0) : Json(nullptr);
  return trace;
}

constexpr const char* damaged = "the program damaged the file with it";

std::pair<Json, std::string> read_trace(const Options& options, const base::Descriptor& file,
                                        std::int64_t started_ns) {
  if (!options.gpu_trace) return {nullptr, "not asked for"};
  if (file.number() < 0) {
    return {nullptr, gpu_trace_libraries().empty()
                         ? "the runner was built without gpu_trace: no CUDA toolkit with CUPTI was found"
                         : "there is no private file system to keep it in"};
  }
  const auto trace = std::make_unique<Trace>();
  const ssize_t got = pread(file.number(), trace.get(), sizeof(Trace), 0);
  if (got != static_cast<ssize_t>(sizeof(Trace))) return {nullptr, damaged};
  return describe_trace(*trace, started_ns);
}

}  // namespace

std::vector<std::string> gpu_trace_libraries() {
  std::error_code none;
  const fs::path folder = fs::read_symlink("/proc/self/exe", none).parent_path() / "gpu-trace";
  const fs::path library = folder / "libgpu-trace.so";
  if (!fs::exists(library, none)) return {};
  std::vector<std::string> paths = {library};
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path() != library && fs::exists(entry.path(), none)) paths.push_back(entry.path());
  }
  return paths;
}

std::pair<Json, std::string> describe_trace(const Trace& trace, std::int64_t started_ns) {
  if (trace.processes == 0) return {nullptr, "the program did not use CUDA"};
  if (trace.version != gpu_trace::layout_version) return {nullptr, damaged};
  std::vector<const Process*> processes;
  for (const Process& process : trace.process) {
    if (process.state != State::unused) processes.push_back(&process);
  }
  if (processes.empty()) return {nullptr, damaged};
  for (const Process* process : processes) {
    std::string missing = text_of(process->missing);
    if (!missing.empty()) return {nullptr, std::move(missing)};
  }
  Json content = trace_of(processes, started_ns);
  content["processes"] = trace.processes;
  return {std::move(content), ""};
}

void add_gpu_trace(nlohmann::ordered_json& gpu_facts, const Options& options, const base::Descriptor& file,
                   std::int64_t started_ns) {
  auto [trace, missing] = read_trace(options, file, started_ns);
  gpu_facts["trace"] = std::move(trace);
  gpu_facts["trace_missing"] = missing.empty() ? Json(nullptr) : Json(missing);
}

}  // namespace runner
