#pragma once

// What things cost on this machine: the measured model by which `auto` chooses solver, device, number of cores and where
// numbers are parsed.
//
// A run is a few steps: "process" (its start and end), "read", one of a solver's name, "print"; with a GPU "gpu-process"
// (which ends CUDA, too), "start" (of CUDA, beside reading), "gpu-read" and "gpu-print". A problem says how often what
// is done in a step: so many bytes for each core, so many multiply-adds, so many threads started. A step takes the sum
// of these counts, each times its cost in seconds. `judge calibrate` times the solvers on inputs of a few sizes, finds
// the costs that fit best, and keeps them in a file by the names of CPU and GPU. Hardware that is not in that file has
// the costs in problems/common/choosing/default_costs.json, a file of the same format which is built in.

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace problems {

/// How often something that takes time is done: {"byte", 1e6}, {"thread", 1}.
struct Count {
  std::string_view what;
  double times;
};
using Counts = std::vector<Count>;

/// Work that `cores` cores do in parallel, and its serial part: `times` times `each` in all.
Counts shared_counts(std::string_view each, std::string_view in_turn, double times, unsigned cores);

/// The names of steps that are not solvers.
namespace steps {
inline constexpr std::string_view process = "process", read = "read", print = "print", start = "start",
                                  gpu_process = "gpu-process", gpu_read = "gpu-read", gpu_print = "gpu-print";
}

/// The devices of this machine, by their drivers' names.
struct Devices {
  std::string cpu;
  std::string gpu;                    ///< of the first GPU; empty if none is known
  double least_gpu_memory_bytes = 0;  ///< it has more; 0: not known
};

/// Reads the kernel's files below `proc` and `sys`, which takes a tenth of a millisecond.
Devices these_devices(const std::filesystem::path& proc = "/proc", const std::filesystem::path& sys = "/sys");

/// The costs of the steps of one problem.
class Costs {
 public:
  Costs() = default;

  /// The costs of a problem on these devices, from `stored`, the text of a file, or otherwise from
  /// `defaults`. If `stored` is malformed, none of it is used, and source() says so.
  Costs(std::string_view problem, const Devices& devices, std::string_view defaults,
        const std::optional<std::string>& stored, const std::string& file);

  /// The time of a step; nothing if it is not known.
  std::optional<double> seconds(std::string_view step, const Counts& counts) const;

  /// The memory of the GPU; problems with more data are not considered for it.
  double gpu_memory_bytes() const { return gpu_memory_bytes_; }

  /// The origin of the costs, in one line.
  const std::string& source() const { return source_; }

 private:
  void read(std::string_view text, std::string_view problem, const Devices& devices, bool any_device);

  std::map<std::string, std::map<std::string, double>, std::less<>> steps_;
  double gpu_memory_bytes_ = 0;
  bool has_cpu_ = false, has_gpu_ = false;
  std::string source_;
};

/// The path $WARP_JUDGE_COSTS, or costs.json in the folder warp-judge of $XDG_STATE_HOME or ~/.local/state;
/// empty if there is none.
std::filesystem::path costs_file();

/// The costs of a problem on this machine.
Costs this_machines_costs(std::string_view problem);

/// The text of default_costs.json.
std::string_view default_costs();

}  // namespace problems
