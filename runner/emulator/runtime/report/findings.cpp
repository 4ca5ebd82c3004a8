#include "runner/emulator/runtime/report/findings.hpp"

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <tuple>
#include <utility>

#include "runner/emulator/include/cuda_emulator/builtin_variables.h"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/json_text.hpp"
#include "runner/emulator/runtime/report/kernel_name.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

/// More would not help.
constexpr std::size_t most_findings = 200;

const char* name_of(FindingKind kind) {
  switch (kind) {
    case FindingKind::out_of_bounds:
      return "out-of-bounds";
    case FindingKind::use_after_free:
      return "use-after-free";
    case FindingKind::uninitialised_read:
      return "uninitialised-read";
    case FindingKind::misaligned_access:
      return "misaligned-access";
    case FindingKind::host_memory_on_device:
      return "host-memory-on-device";
    case FindingKind::device_memory_on_host:
      return "device-memory-on-host";
    case FindingKind::barrier_divergence:
      return "barrier-divergence";
    case FindingKind::warp_divergence:
      return "warp-divergence";
    case FindingKind::shared_memory_race:
      return "shared-memory-race";
    case FindingKind::global_memory_race:
      return "global-memory-race";
    case FindingKind::unsynchronised_access:
      return "unsynchronised-access";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::stack_overflow:
      return "stack-overflow";
    case FindingKind::failed_assertion:
      return "failed-assertion";
    case FindingKind::invalid_free:
      return "invalid-free";
    case FindingKind::leaked_memory:
      return "leaked-memory";
    case FindingKind::ignored_error:
      return "ignored-error";
    case FindingKind::refused_launch:
      return "refused-launch";
    case FindingKind::unread_result:
      return "unread-result";
    case FindingKind::kernel_output:
      return "kernel-output";
    case FindingKind::barrier_loop:
      return "barrier-loop";
    case FindingKind::endless_loop:
      return "endless-loop";
    case FindingKind::host_loop:
      return "host-loop";
  }
  return "unknown";
}

std::mutex findings_mutex;
thread_local const void* last_told = nullptr;

std::set<std::pair<FindingKind, const void*>>& found() {
  static auto& set = *new std::set<std::pair<FindingKind, const void*>>;
  return set;
}

std::string to_text(const uint3& place) {
  return joined(place.x, ", ", place.y, ", ", place.z);
}

void write_line(const char* path, const std::string& line) {
  if (std::FILE* file = std::fopen(path, "a")) {
    std::fputs(line.c_str(), file);
    std::fclose(file);
  }
}

std::string as_json(FindingKind kind, const SourcePlace& place, const std::string& message) {
  std::string line = joined("{\"kind\": ", json_text(name_of(kind)));
  if (running_kernel) {
    line += joined(", \"kernel\": ", json_text(kernel_name(running_kernel)), ", \"block\": [",
                   to_text(blockIdx), "], \"thread\": [", to_text(threadIdx), "]");
  }
  if (!place.file.empty()) line += joined(", \"file\": ", json_text(place.file), ", \"line\": ", place.line);
  return joined(line, ", \"message\": ", json_text(message), "}\n");
}

std::string as_text(FindingKind kind, const SourcePlace& place, const std::string& message) {
  std::string line = joined("cuda-emulator: ", name_of(kind), ": ");
  if (!place.file.empty()) line += joined(to_text(place), ": ");
  if (running_kernel) {
    line += joined("kernel ", kernel_name(running_kernel), ", block (", to_text(blockIdx), "), thread (",
                   to_text(threadIdx), "): ");
  }
  return joined(line, message, "\n");
}

/// Several checks may find the same fault, and a compiler may make several accesses of one.
bool is_new_place(FindingKind kind, const SourcePlace& place) {
  if (place.file.empty()) return true;
  static auto& told = *new std::set<std::tuple<FindingKind, std::string, int>>;
  const std::lock_guard lock(findings_mutex);
  return told.insert({kind, place.file, place.line}).second;
}

}  // namespace

__thread const char* running_kernel = nullptr;

bool wants_leads() {
  return std::getenv("CUDA_EMULATOR_LEADS") != nullptr;
}

bool is_new_finding(FindingKind kind, const void* code) {
  const std::lock_guard lock(findings_mutex);
  return found().size() < most_findings && !found().count({kind, code});
}

bool is_told(const void* code) {
  return code && last_told == code;
}

void report(FindingKind kind, const void* code, const std::string& message) {
  if (kind >= FindingKind::refused_launch && !wants_leads()) return;
  if (!running_kernel) last_told = code;
  {
    const std::lock_guard lock(findings_mutex);
    if (found().size() >= most_findings || !found().insert({kind, code}).second) return;
  }
  const SourcePlace place = place_of(code);
  if (!is_new_place(kind, place)) return;
  if (const char* path = std::getenv("CUDA_EMULATOR_FINDINGS")) {
    write_line(path, as_json(kind, place, message));
  } else {
    std::fputs(as_text(kind, place, message).c_str(), stderr);
  }
}

}  // namespace cuda_emulator
