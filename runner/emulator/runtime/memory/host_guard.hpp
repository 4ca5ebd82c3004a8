#pragma once

#include <signal.h>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "runner/emulator/runtime/base/host_clocks.hpp"
#include "runner/emulator/runtime/base/zeroed_array.hpp"

namespace cuda_emulator {

/// Bytes that the host must not write or, if `closed`, not even read.
struct GuardedRange {
  const char* begin;
  const char* end;
  bool closed;
};

/// Measures the time that a guard takes while an object lives. Guarding stops once it has cost more than a
/// little and more than a thirtieth of the program's time.
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

/// Observes the host's accesses to memory that it shares with the device, while that memory is guarded by
/// page protection. A thread that accesses a page may continue for one instruction, unless its access was a
/// finding.
class HostGuard {
 public:
  static HostGuard& instance();

  /// Called for each access; true if it is a finding, after which the page may stay open.
  using OnAccess = bool (*)(const char* begin, const char* end, bool writes, const void* code);
  void on_access(OnAccess asked);

  /// Sets the guarded ranges from now on.
  void guard(std::vector<GuardedRange> ranges);

  /// Called before and after the runtime or a kernel uses memory.
  void open();
  void close();

  /// Whether a fault at `address` was caused by the guard, so that the access may be retried. `tells` means
  /// that it is the host's own.
  bool handle_fault(const char* address, bool tells, const void* code, void* context);
  /// Ends the single instruction for which a thread was allowed to continue.
  void end_step(void* context);

  /// Called before a system call uses memory, since it raises no faults. Its pages stay open.
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
