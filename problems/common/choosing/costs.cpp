#include "problems/common/choosing/costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace problems {
namespace {

using Json = nlohmann::json;

constexpr int format_version = 1;

const Json& member(const Json& object, const std::string& key) {
  const auto found = object.find(key);
  if (found == object.end()) throw std::runtime_error(fmt::format("\"{}\" is missing", key));
  return *found;
}

double number(const Json& value, const std::string& place) {
  const double found = value.is_number() ? value.get<double>() : -1;
  if (!std::isfinite(found) || found < 0)
    throw std::runtime_error(fmt::format("{}: expected a number from 0, found {}", place, value.dump()));
  return found;
}

/// The value in a file's first line "key : value".
std::string value_in(const std::filesystem::path& file, std::string_view key) {
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(key)) continue;
    const std::size_t colon = line.find(':');
    const std::size_t begin = colon == std::string::npos ? colon : line.find_first_not_of(" \t", colon + 1);
    if (begin == std::string::npos) return "";
    return line.substr(begin, line.find_last_not_of(" \t") + 1 - begin);
  }
  return "";
}

/// The bytes of the largest region of a PCI device, from the kernel's lines "first last flags"; 0: there is none. All
/// memory of a GPU that can be resized to it, and of any for servers, lies in one region: the least power of two that
/// holds it.
std::uint64_t largest_pci_region(const std::filesystem::path& resource) {
  std::ifstream lines(resource);
  std::uint64_t largest = 0;
  for (std::uint64_t first = 0, last = 0, flags = 0; lines >> std::hex >> first >> last >> flags;)
    largest = std::max(largest, last > first ? last - first + 1 : 0);
  return largest;
}

}  // namespace

Counts shared_counts(std::string_view each, std::string_view in_turn, double times, unsigned cores) {
  return {{"run", 1}, {each, times / cores}, {in_turn, times}, {"thread", cores - 1.0}};
}

Devices these_devices(const std::filesystem::path& proc, const std::filesystem::path& sys) {
  Devices devices{value_in(proc / "cpuinfo", "model name"), "", 0};
  std::error_code none;
  for (const auto& gpu : std::filesystem::directory_iterator(proc / "driver/nvidia/gpus", none)) {
    devices.gpu = value_in(gpu.path() / "information", "Model");
    devices.least_gpu_memory_bytes = static_cast<double>(
        largest_pci_region(sys / "bus/pci/devices" / gpu.path().filename() / "resource") / 2);
    break;
  }
  return devices;
}

Costs::Costs(std::string_view problem, const Devices& devices, std::string_view defaults,
             const std::optional<std::string>& stored, const std::string& file) {
  std::string unusable;
  if (stored) {
    try {
      read(*stored, problem, devices, false);
    } catch (const std::exception& error) {
      *this = {};
      unusable =
          fmt::format(" ({} cannot be used: {}; to write it again: judge calibrate)", file, error.what());
    }
  }
  const auto kind = [](bool is_stored) { return is_stored ? "measured here" : "by default"; };
  source_ = fmt::format("costs of the CPU {}, of a GPU {}{}", kind(has_cpu_), kind(has_gpu_), unusable);
  if (!has_cpu_ || !has_gpu_) read(defaults, problem, devices, true);
}

/// Copies the entries that are not there yet.
void Costs::read(std::string_view text, std::string_view problem, const Devices& devices, bool any_device) {
  const Json all = Json::parse(text);
  const Json& version = member(all, "format_version");
  if (version != format_version)
    throw std::runtime_error(
        fmt::format("expected \"format_version\" {}, found {}", format_version, version.dump()));
  const auto device = [&](const char* kind, const std::string& name) -> const Json* {
    const Json& known = member(all, kind);
    if (any_device && !known.empty()) return &*known.begin();
    const auto found = known.find(name);
    return found == known.end() ? nullptr : &*found;
  };
  const auto take = [&](const Json& from) {
    const Json& problems = member(from, "problems");
    const auto found = problems.find(std::string(problem));
    if (found == problems.end()) return false;
    for (const auto& [step, costs] : found->items()) {
      for (const auto& [what, cost] : costs.items())
        steps_[step][what] = number(cost, fmt::format("{}, {}, {}", problem, step, what));
    }
    return true;
  };
  const Json* const cpu = has_cpu_ ? nullptr : device("cpus", devices.cpu);
  if (cpu != nullptr) has_cpu_ = take(*cpu);
  const Json* const gpu = has_gpu_ ? nullptr : device("gpus", devices.gpu);
  if (gpu != nullptr) {
    has_gpu_ = take(*gpu);
    gpu_memory_bytes_ = number(member(*gpu, "memory_bytes"), "memory_bytes");
    if (any_device) gpu_memory_bytes_ = std::max(gpu_memory_bytes_, devices.least_gpu_memory_bytes);
  }
}

std::optional<double> Costs::seconds(std::string_view step, const Counts& counts) const {
  const auto costs = steps_.find(step);
  if (costs == steps_.end()) return std::nullopt;
  double sum = 0;
  for (const Count& count : counts) {
    const auto cost = costs->second.find(std::string(count.what));
    if (cost == costs->second.end()) return std::nullopt;
    sum += cost->second * count.times;
  }
  return sum;
}

std::filesystem::path costs_file() {
  if (const char* const named = std::getenv("WARP_JUDGE_COSTS")) return named;
  const char* const state = std::getenv("XDG_STATE_HOME");
  if (state != nullptr && *state == '/') return std::filesystem::path(state) / "warp-judge/costs.json";
  const char* const home = std::getenv("HOME");
  return home == nullptr ? "" : std::filesystem::path(home) / ".local/state/warp-judge/costs.json";
}

Costs this_machines_costs(std::string_view problem) {
  const std::filesystem::path file = costs_file();
  std::optional<std::string> stored;
  if (std::ifstream text(file); text)
    stored.emplace(std::istreambuf_iterator<char>(text), std::istreambuf_iterator<char>());
  return {problem, these_devices(), default_costs(), stored, file.string()};
}

}  // namespace problems
