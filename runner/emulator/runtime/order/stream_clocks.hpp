#pragma once

#include <cstdint>
#include <map>

namespace cuda_emulator {

/// A stream by its number: that of the legacy default stream, of a thread's own default stream, or its id.
using StreamKey = std::uint64_t;
inline constexpr StreamKey legacy_stream = 1;
/// The ids of streams are below, those of threads' own default streams from here on.
inline constexpr StreamKey first_of_threads = StreamKey{1} << 48;

constexpr bool is_default_stream(StreamKey stream) {
  return stream == legacy_stream || stream >= first_of_threads;
}

/// The number of works of each stream that are known to be done.
using OrderClock = std::map<StreamKey, std::uint64_t>;

void join(OrderClock& into, const OrderClock& other);

/// What happens before what among the works of streams, as CUDA promises it: those of one stream in turn; those of the
/// legacy default stream after all that blocking streams got before, and before all that they get later; and what comes
/// after a wait for an event after what came before that was recorded.
class StreamClocks {
 public:
  /// A stream that the legacy default stream does not wait for.
  void make_non_blocking(StreamKey stream) { streams_[stream].blocks = false; }

  /// A command is put into the stream: what it comes after. The number of a work is that of its stream in `after`.
  const OrderClock& enter(StreamKey stream);
  /// A work is put in: its number. `known` of it has all that it comes after.
  std::uint64_t begin_work(StreamKey stream);
  /// The stream waits for what `clock` tells.
  void wait(StreamKey stream, const OrderClock& clock) { join(streams_[stream].after, clock); }
  /// What is done once all is that the stream has got.
  const OrderClock& after(StreamKey stream) { return streams_[stream].after; }
  /// What is done once all streams are.
  OrderClock after_all() const;

 private:
  struct Stream {
    bool blocks = true;
    OrderClock after;  ///< its own works among them
  };
  std::map<StreamKey, Stream> streams_;
};

}  // namespace cuda_emulator
