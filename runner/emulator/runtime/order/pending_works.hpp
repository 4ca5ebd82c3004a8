#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "runner/emulator/runtime/order/stream_clocks.hpp"

namespace cuda_emulator {

/// Bytes that a work reads or writes.
struct WorkRange {
  const char* begin;
  const char* end;
  bool writes;
  bool is_strong;    ///< atomic or volatile: a host that polls it may
  const void* code;  ///< the line that does it

  bool operator==(const WorkRange&) const = default;
};

/// What does it: a kernel, or a call of the host.
struct WorkName {
  const char* kernel = nullptr;  ///< its signature
  const char* call = nullptr;    ///< "a copy"

  bool operator==(const WorkName&) const = default;
};

/// A kernel, copy or filling that the host has not waited for. Here it is done; on a device it may still be going on.
struct Work {
  StreamKey stream = legacy_stream;
  std::uint64_t number = 0;
  WorkName name;
  std::vector<WorkRange> ranges;  ///< in the order of their begins
  const char* end = nullptr;      ///< of what reaches furthest
};

/// Works that may still be going on, and accesses that do not wait for them: each is a finding.
class PendingWorks {
 public:
  static PendingWorks& instance();

  /// How much is followed: nothing, until there is memory that the host and the device share, or a second stream.
  void follow_common_memory();
  void follow_all_memory();
  bool follows(const void* address) const;

  /// A work is put into a stream and checked against those of other streams.
  void add(StreamKey stream, WorkName name, std::vector<WorkRange> ranges);
  void make_non_blocking(StreamKey stream);

  /// Leaves a work of the stream for later, if works are done late. False: it has to be done now, after what its stream
  /// comes after, which is done.
  bool leave_for_later(StreamKey stream, std::function<void()> work);
  /// Does what the stream comes after, if works are done late.
  void finish_before(StreamKey stream);
  /// Whether the host may be told that the stream, or what `clock` tells, is done. While the host's clocks count, it is
  /// first told that work for which it has not waited is not done, as a device might: what it does then is not compared.
  bool is_done_by_now(StreamKey stream);
  bool is_done_by_now(const OrderClock& clock);

  /// What is done once the stream has come to this point.
  OrderClock record(StreamKey stream);
  void stream_waits(StreamKey stream, const OrderClock& clock);
  void host_waits(const OrderClock& clock);
  void host_waits_for_stream(StreamKey stream);
  void host_waits_for_all();

  /// The host is about to use memory. True where that is a finding, told now.
  bool check_host(const char* begin, const char* end, bool writes, const void* code);

 private:
  const OrderClock& before_end_of(StreamKey stream);
  bool knows(const OrderClock& clock);
  void forget_known(const OrderClock& clock);
  bool replaces_equal(const Work& work);
  void check_streams(const Work& work, const OrderClock& after) const;
  void guard() const;

  std::recursive_mutex mutex_;  // a report may make the host's handler come here again
  StreamClocks clocks_;
  OrderClock known_;  ///< what the host has waited for or, while its clocks count, asked about
  std::deque<Work> works_;
  std::size_t ranges_ = 0;
  bool follows_common_ = false, follows_all_ = false;
};

}  // namespace cuda_emulator
