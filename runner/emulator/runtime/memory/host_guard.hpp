#pragma once

#include <signal.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "runner/emulator/runtime/base/host_clocks.hpp"
#include "runner/emulator/runtime/base/zeroed_array.hpp"

namespace cuda_emulator {

/// Bytes that the host must not write or, where `closed`, not even read.
struct GuardedRange {
  const char* begin;
  const char* end;
  bool closed;
};

/// The time that a guard takes, by what is done while one of these lives. A program is spared once this has cost more
/// than a little and more than a thirtieth of its time.
class GuardTime {
 public:
  GuardTime() : begin_(Clock::now()) {}
  ~GuardTime() { add(Clock::now() - begin_); }
  GuardTime(const GuardTime&) = delete;
  GuardTime& operator=(const GuardTime&) = delete;

  using Clock = MachineClock;
  static void add(Clock::duration time);
  static bool may_spend();

 private:
  const Clock::time_point begin_;
};

/// Sees the host's accesses to memory that it shares with the device, while that is guarded: by the protection of
/// pages. A thread that touches one is let through for one instruction, unless its access was a finding.
class HostGuard {
 public:
  static HostGuard& instance();

  /// Asked of each access; true: it is a finding, and the page may stay open.
  using OnAccess = bool (*)(const char* begin, const char* end, bool writes, const void* code);
  void on_access(OnAccess asked);

  /// What is guarded from now on.
  void guard(std::vector<GuardedRange> ranges);

  /// The runtime or a kernel is about to use memory; and has.
  void open();
  void close();

  /// Whether a fault at `address` was of this kind and the access may be tried again. `tells`: it is the host's own.
  bool handle_fault(const char* address, bool tells, const void* code, void* context);
  /// Ends the one instruction for which a thread was let through.
  void end_step(void* context);

  /// A call of the system is about to use memory, for which there are no faults. Its pages stay open.
  void let_through(const char* begin, std::size_t bytes, bool writes, const void* code);

 private:
  enum class State : std::uint8_t { open, read_only, closed };

  void apply();
  void unprotect();
  void set_state(const char* begin, const char* end, State state);
  bool is_common(const char* address) const;
  State& state_of(const char* address);

  std::mutex mutex_;
  OnAccess on_access_ = nullptr;
  ZeroedArray<State>* states_ = nullptr;  ///< of pages
  std::vector<GuardedRange> wanted_, applied_;
  bool is_open_ = false;
};

}  // namespace cuda_emulator
