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
  bool is_strong;    ///< atomic or volatile: a host may poll it
  const void* code;  ///< the line that does it

  bool operator==(const WorkRange&) const = default;
};

/// The cause of a work: a kernel, or a call of the host.
struct WorkName {
  const char* kernel = nullptr;  ///< its signature
  const char* call = nullptr;    ///< "a copy"

  bool operator==(const WorkName&) const = default;
};

/// A kernel, copy or memset that the host has not waited for. Here it is done; on a device it may still be
/// running.
struct Work {
  StreamKey stream = legacy_stream;
  std::uint64_t number = 0;
  WorkName name;
  std::vector<WorkRange> ranges;  ///< ordered by their starts
  const char* end = nullptr;      ///< the furthest end
};

/// Works that may still be running, and accesses that do not wait for them, each of which is a finding.
class PendingWorks {
 public:
  static PendingWorks& instance();

  /// Tracks nothing until there is memory that the host and the device share, or a second stream.
  void follow_common_memory();
  void follow_all_memory();
  bool follows(const void* address) const;

  /// Called when a work is put into a stream; checks it against those of other streams.
  void add(StreamKey stream, WorkName name, std::vector<WorkRange> ranges);
  void make_non_blocking(StreamKey stream);
  void destroy(StreamKey stream);

  /// Defers a work of the stream, if works are executed late. False if it has to be executed now, after what
  /// its stream depends on, which is done.
  bool leave_for_later(StreamKey stream, std::function<void()> work);
  /// Executes what the stream depends on, if works are executed late.
  void finish_before(StreamKey stream);
  /// Whether the host may be told that the stream, or what `clock` names, is done. While the host's clocks
  /// count, the first answer about work that the host has not waited for is that it is not done, as on a
  /// device. What the host does after that is not compared.
  bool is_done_by_now(StreamKey stream);
  bool is_done_by_now(const OrderClock& clock);

  /// What is done once the stream has reached this point.
  OrderClock record(StreamKey stream);
  void stream_waits(StreamKey stream, const OrderClock& clock);
  void host_waits(const OrderClock& clock);
  void host_waits_for_stream(StreamKey stream);
  void host_waits_for_all();

  /// Called when the host is about to use memory. True if that is a finding, which is then reported.
  bool check_host(const char* begin, const char* end, bool writes, const void* code);

 private:
  const OrderClock& before_end_of(StreamKey stream);
  bool knows(const OrderClock& clock);
  void forget_known(const OrderClock& clock);
  bool replaces_equal(const Work& work);
  void check_streams(const Work& work, const OrderClock& after) const;
  void guard() const;

  std::recursive_mutex mutex_;  // a report may cause the host's handler to enter here again
  StreamClocks clocks_;
  OrderClock known_;  ///< what the host has waited for or, while its clocks count, queried
  std::deque<Work> works_;
  std::size_t ranges_ = 0;
  bool follows_common_ = false, follows_all_ = false;
};

}  // namespace cuda_emulator
