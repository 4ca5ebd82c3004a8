#include "runner/emulator/runtime/counters/line_counts.hpp"

#include <algorithm>
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

using Instruction = std::tuple<const char*, const void*, CountedAccess>;
using Line = std::tuple<std::string, std::string, int, CountedAccess>;

std::mutex mutex;

std::map<Instruction, AccessCounts>& counted() {
  static auto& all = *new std::map<Instruction, AccessCounts>;
  return all;
}

const char* name_of(CountedAccess access) {
  constexpr const char* names[] = {"load", "store", "atomic", "shared-load", "shared-store", "shared-atomic"};
  return names[static_cast<unsigned>(access)];
}

std::string as_json(const Line& line, const AccessCounts& counts) {
  const auto& [kernel, file, number, access] = line;
  std::string text =
      joined("{\"counted\": ", json_text(name_of(access)), ", \"kernel\": ", json_text(kernel));
  if (!file.empty()) text += joined(", \"file\": ", json_text(file), ", \"line\": ", number);
  text += joined(", \"requests\": ", counts.requests, ", \"lanes\": ", counts.lanes,
                 ", \"bytes\": ", counts.bytes);
  if (is_of_shared_memory(access)) {
    text += joined(", \"wavefronts\": ", counts.wavefronts,
                   ", \"conflicts\": ", counts.wavefronts - counts.least_wavefronts);
  } else {
    text += joined(", \"sectors\": ", counts.sectors);
  }
  return joined(text, ", \"collisions\": ", counts.collisions, "}\n");
}

void write_counts() {
  const std::lock_guard lock(mutex);
  std::map<Line, AccessCounts> of_lines;
  for (const auto& [instruction, counts] : counted()) {
    const auto& [kernel, code, access] = instruction;
    const SourcePlace place = place_of(code);
    of_lines[{kernel_name(kernel), place.file, place.line, access}] += counts;
  }
  std::vector<std::pair<Line, AccessCounts>> sorted(of_lines.begin(), of_lines.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& left, const auto& right) {
    const auto traffic = [](const AccessCounts& counts) { return counts.sectors + counts.wavefronts; };
    return traffic(left.second) > traffic(right.second);
  });
  const char* path = std::getenv(variable);
  std::FILE* file = path ? std::fopen(path, "a") : nullptr;
  if (!file) return;
  for (const auto& [line, counts] : sorted) std::fputs(as_json(line, counts).c_str(), file);
  std::fclose(file);
}

}  // namespace

AccessCounts& AccessCounts::operator+=(const AccessCounts& other) {
  requests += other.requests;
  lanes += other.lanes;
  bytes += other.bytes;
  sectors += other.sectors;
  wavefronts += other.wavefronts;
  least_wavefronts += other.least_wavefronts;
  collisions += other.collisions;
  return *this;
}

bool wants_counters() {
  return std::getenv(variable) != nullptr;
}

void add_counts(const char* kernel, const void* code, CountedAccess access, const AccessCounts& counts) {
  const std::lock_guard lock(mutex);
  [[maybe_unused]] static const int at_the_end = std::atexit(write_counts);
  counted()[{kernel, code, access}] += counts;
}

}  // namespace cuda_emulator
