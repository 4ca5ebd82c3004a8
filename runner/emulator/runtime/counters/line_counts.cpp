#include "runner/emulator/runtime/counters/line_counts.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/json_text.hpp"
#include "runner/emulator/runtime/report/kernel_name.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

constexpr const char* variable = "CUDA_EMULATOR_COUNTERS";
constexpr unsigned most_pictures = 12;  ///< requests drawn, for the lines with the most traffic

using Instruction = std::tuple<const char*, const void*, Counted>;
using Line = std::tuple<std::string, std::string, int, Counted>;

struct Launches {
  std::uint64_t count = 0, blocks = 0;
};

struct AllCounted {
  std::mutex mutex;
  std::map<Instruction, AccessCounts> instructions;
  std::map<std::pair<const char*, LaunchedShape>, Launches> launches;
};

void write_counts();

AllCounted& all_counted() {
  static auto& all = *new AllCounted;
  [[maybe_unused]] static const int at_the_end = std::atexit(write_counts);
  return all;
}

const char* name_of(Counted kind) {
  constexpr const char* names[] = {"load",         "store",         "atomic",         "shared-load",
                                   "shared-store", "shared-atomic", "warp-operation", "tensor-operation",
                                   "barrier"};
  return names[static_cast<unsigned>(kind)];
}

/// The offset of each lane's bytes from the lowest; null for lanes that take no part.
std::string picture_of(const WarpAccess& access) {
  std::uintptr_t lowest = ~std::uintptr_t{0};
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if (access.lanes >> lane & 1) lowest = std::min(lowest, access.addresses[lane]);
  }
  // From where its row of banks begins, or its four sectors.
  lowest &= ~std::uintptr_t{127};
  std::string text = joined(", \"lane_bytes\": ", access.bytes, ", \"offsets\": [");
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane) {
    if (lane) text += ", ";
    text += access.lanes >> lane & 1 ? std::to_string(access.addresses[lane] - lowest) : "null";
  }
  return text + "]";
}

/// The tree, and the active warps in each of its steps.
std::string steps_of(const IdleWarps& idle) {
  std::string text = joined(", \"idle_turns\": ", idle.turns, ", \"block_warps\": ", unsigned{idle.warps},
                            ", \"warps_at_work\": [");
  for (unsigned step = 0; step < idle.steps; ++step) {
    if (step) text += ", ";
    text += std::to_string(idle.at_work[step]);
  }
  return text + "]";
}

std::string as_json(const Line& line, const AccessCounts& counts, bool with_picture) {
  const auto& [kernel, file, number, kind] = line;
  std::string text = joined("{\"counted\": ", json_text(name_of(kind)), ", \"kernel\": ", json_text(kernel));
  if (!file.empty()) text += joined(", \"file\": ", json_text(file), ", \"line\": ", number);
  text += joined(", \"requests\": ", counts.requests, ", \"lanes\": ", counts.lanes,
                 ", \"gapped\": ", counts.gapped, ", \"bytes\": ", counts.bytes);
  if (is_of_shared_memory(kind)) {
    text += joined(", \"wavefronts\": ", counts.wavefronts,
                   ", \"conflicts\": ", counts.wavefronts - counts.least_wavefronts);
  } else if (is_access(kind)) {
    text += joined(", \"sectors\": ", counts.sectors, ", \"least_sectors\": ", counts.least_sectors);
  }
  if (is_atomic(kind)) {
    text += joined(", \"collisions\": ", counts.collisions,
                   ", \"one_address\": ", counts.target ? "true" : "false");
  }
  if (const Steps::Step step = counts.steps.commonest(); step.requests)
    text += joined(", \"step\": ", step.bytes, ", \"step_requests\": ", step.requests);
  if (counts.idle.turns) text += steps_of(counts.idle);
  if (with_picture) text += picture_of(counts.worst);
  return text + "}\n";
}

std::string as_json(const std::string& kernel, const LaunchedShape& shape, const Launches& launches) {
  return joined("{\"launched\": ", json_text(kernel), ", \"launches\": ", launches.count,
                ", \"blocks\": ", launches.blocks, ", \"threads\": ", shape.threads,
                ", \"shared_bytes\": ", shape.shared_bytes, ", \"resident_blocks\": ", shape.resident_blocks,
                "}\n");
}

void write_counts() {
  AllCounted& all = all_counted();
  const std::lock_guard lock(all.mutex);
  std::map<Line, AccessCounts> of_lines;
  for (const auto& [instruction, counts] : all.instructions) {
    const auto& [kernel, code, kind] = instruction;
    const SourcePlace place = place_of(code);
    of_lines[{kernel_name(kernel), place.file, place.line, kind}] += counts;
  }
  std::vector<std::pair<Line, AccessCounts>> sorted(of_lines.begin(), of_lines.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
    const auto traffic = [](const AccessCounts& counts) { return counts.sectors + counts.wavefronts; };
    return traffic(left.second) > traffic(right.second);
  });
  const char* path = std::getenv(variable);
  std::FILE* file = path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  std::map<std::pair<std::string, LaunchedShape>, Launches> by_name;
  for (const auto& [launched, launches] : all.launches)
    by_name[{kernel_name(launched.first), launched.second}] = launches;
  for (const auto& [launched, launches] : by_name)
    std::fputs(as_json(launched.first, launched.second, launches).c_str(), file);
  unsigned pictures = 0;
  for (const auto& [line, counts] : sorted) {
    const bool with_picture = counts.worst_excess && pictures++ < most_pictures;
    std::fputs(as_json(line, counts, with_picture).c_str(), file);
  }
  std::fclose(file);
}

}  // namespace

void Steps::add(Step step) {
  if (step.requests == 0) return;
  for (Step& known : steps_) {
    if (known.requests && known.bytes != step.bytes) continue;
    known.bytes = step.bytes;
    known.requests += step.requests;
    return;
  }
}

Steps& Steps::operator+=(const Steps& other) {
  for (const Step& step : other.steps_) add(step);
  return *this;
}

Steps::Step Steps::commonest() const {
  return *std::max_element(steps_.begin(), steps_.end(), [](const Step& left, const Step& right) {
    return left.requests < right.requests;
  });
}

void AccessCounts::add(const WarpAccess& access, Counted kind, const AccessFigures& figures) {
  const auto active = static_cast<unsigned>(std::popcount(access.lanes));
  if (is_atomic(kind)) {
    const bool is_one = figures.collisions + 1 == active;
    const std::uintptr_t at =
        is_one ? access.addresses[static_cast<unsigned>(std::countr_zero(access.lanes))] : 0;
    target = requests == 0 || target == at ? at : 0;
  }
  ++requests;
  lanes += active;
  gapped += has_gaps(access.lanes);
  bytes += std::uint64_t{active} * access.bytes;
  sectors += figures.sectors;
  least_sectors += figures.least_sectors;
  wavefronts += figures.passes.all;
  least_wavefronts += figures.passes.least;
  collisions += figures.collisions;
  if (figures.step) steps.add({*figures.step, 1});
  const unsigned excess = figures.sectors - figures.least_sectors + figures.passes.all - figures.passes.least;
  if (excess > worst_excess) {
    worst = access;
    worst_excess = excess;
  }
}

AccessCounts& AccessCounts::operator+=(const AccessCounts& other) {
  target = requests == 0 || target == other.target ? other.target : 0;
  requests += other.requests;
  lanes += other.lanes;
  gapped += other.gapped;
  bytes += other.bytes;
  sectors += other.sectors;
  least_sectors += other.least_sectors;
  wavefronts += other.wavefronts;
  least_wavefronts += other.least_wavefronts;
  collisions += other.collisions;
  steps += other.steps;
  idle += other.idle;
  if (other.worst_excess > worst_excess) {
    worst = other.worst;
    worst_excess = other.worst_excess;
  }
  return *this;
}

bool wants_counters() {
  return std::getenv(variable) != nullptr;
}

void add_counts(const char* kernel, const void* code, Counted kind, const AccessCounts& counts) {
  AllCounted& all = all_counted();
  const std::lock_guard lock(all.mutex);
  all.instructions[{kernel, code, kind}] += counts;
}

void add_launch(const char* kernel, const LaunchedShape& shape, std::uint64_t blocks) {
  AllCounted& all = all_counted();
  const std::lock_guard lock(all.mutex);
  Launches& launches = all.launches[{kernel, shape}];
  ++launches.count;
  launches.blocks += blocks;
}

}  // namespace cuda_emulator
