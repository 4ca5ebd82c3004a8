#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "runner/gpu_trace/trace_layout.hpp"

namespace gpu_trace {

/// Nanoseconds on the monotonic clock: the runner's.
std::uint64_t now_ns();

/// Copies as much of `text` as there is room for; a longer text ends in "...".
template <std::size_t size>
void put_text(std::array<char, size>& place, std::string_view text) {
  constexpr std::string_view cut = "...";
  const bool fits = text.size() < size;
  const std::size_t kept = fits ? text.size() : size - 1 - cut.size();
  text.copy(place.data(), kept);
  if (!fits) cut.copy(place.data() + kept, cut.size());
  place[fits ? kept : size - 1] = '\0';
}

/// The report of this process to the runner, with the lock that each change takes.
class ProcessRecord {
 public:
  /// Finds this process's place in the file that the environment names. Without one, or if all places are
  /// taken, the record is kept, but nobody reads it.
  ProcessRecord();

  Process& operator*() { return *process_; }
  Process* operator->() { return process_; }
  std::mutex& mutex() { return mutex_; }

  /// Whether this is the process that opened it, not a forked child.
  bool is_own() const;

  /// The row of a kernel by its mangled name. The lock must be held. A row without a name is new.
  Kernel& kernel(const char* mangled_name);

  /// Counts a failed call. The lock must be held.
  void add_error(std::string_view call, int code, std::string_view name);

 private:
  Process unread_{};
  Process* process_ = &unread_;
  std::unordered_map<std::string, std::size_t> rows_;  ///< of kernels, by their mangled names
  std::mutex mutex_;
};

/// The one of this process.
ProcessRecord& process_record();

}  // namespace gpu_trace
