#include "runner/emulator/runtime/report/host_waits.hpp"

#include <atomic>
#include <cstdint>
#include <unordered_map>

#include "base/clock.hpp"
#include "runner/emulator/runtime/base/text.hpp"
#include "runner/emulator/runtime/report/findings.hpp"
#include "runner/emulator/runtime/report/source_place.hpp"

namespace cuda_emulator {
namespace {

constexpr std::uint64_t least_calls = 100, between_looks = 20;
constexpr std::int64_t least_loop_ns = 2 * base::nanoseconds_per_second;

struct Calls {
  std::uint64_t count = 0;
  std::int64_t first_ns = 0;  ///< of the process, whose workers run the kernels
};

}  // namespace

void note_host_wait(const void* code) {
  if (!wants_leads()) return;
  static thread_local std::unordered_map<const void*, Calls> places;
  Calls& calls = places[code];
  if (calls.count++ == 0) calls.first_ns = base::process_cpu_ns();
  if (calls.count < least_calls || calls.count % between_looks != 0) return;
  const std::int64_t loop_ns = base::process_cpu_ns() - calls.first_ns;
  if (loop_ns < least_loop_ns) return;
  static std::atomic_flag is_reported;  // a loop may contain several such calls: one is enough
  if (is_reported.test_and_set()) return;
  report(
      FindingKind::host_loop, place_of(code).file.empty() ? calling_code() : next_line(code),
      joined(
          "the host has made this call ", calls.count, " times in ", loop_ns / base::nanoseconds_per_second,
          " seconds of CPU time: does the loop around it ever end, and does what it waits for ever change?"));
}

}  // namespace cuda_emulator
