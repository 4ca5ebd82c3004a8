#pragma once

#include <cstdint>
#include <map>

namespace cuda_emulator {

/// A stream's number: that of the legacy default stream, of a thread's own default stream, or its id.
using StreamKey = std::uint64_t;
inline constexpr StreamKey legacy_stream = 1;
/// Ids of streams are below this; numbers of threads' own default streams start here.
inline constexpr StreamKey first_of_threads = StreamKey{1} << 48;

constexpr bool is_default_stream(StreamKey stream) {
  return stream == legacy_stream || stream >= first_of_threads;
}

/// The number of works of each stream that are known to be done.
using OrderClock = std::map<StreamKey, std::uint64_t>;

void join(OrderClock& into, const OrderClock& other);

/// The order that CUDA guarantees for the works of streams. Works of one stream run in turn. Those of the
/// legacy default stream run after all earlier work of blocking streams, and before all later work of these.
/// Work after a wait for an event runs after what preceded the event's record.
class StreamClocks {
 public:
  /// Declares a stream that the legacy default stream does not wait for.
  void make_non_blocking(StreamKey stream) { streams_[stream].blocks = false; }

  /// Puts a command into the stream, and returns what precedes it. The number of a work is that of its stream
  /// in `after`.
  const OrderClock& enter(StreamKey stream);
  /// Puts a work into the stream, and returns its number. `known` has everything that precedes it.
  std::uint64_t begin_work(StreamKey stream);
  /// Makes the stream wait for what `clock` names.
  void wait(StreamKey stream, const OrderClock& clock) { join(streams_[stream].after, clock); }
  /// What is done once all work of the stream is.
  const OrderClock& after(StreamKey stream) { return streams_[stream].after; }
  /// What is done once the work of all streams is.
  OrderClock after_all() const;

  /// Declares that nothing more is put into the stream, which is forgotten once its work is known to be done. No clock keeps
  /// a number of it then, so that a program may make any number of streams one after another.
  void destroy(StreamKey stream);
  /// Declares that the host knows the work that `clock` names to be done.
  void host_knows(const OrderClock& clock);

 private:
  struct Stream {
    bool blocks = true, is_destroyed = false;
    std::uint64_t done = 0;  ///< works, as the host knows
    OrderClock after;        ///< its own works among them
  };
  void forget_if_done(StreamKey stream);

  std::map<StreamKey, Stream> streams_;
};

}  // namespace cuda_emulator
