#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "runner/emulator/runtime/order/stream_clocks.hpp"

namespace cuda_emulator {

/// Works of streams that are done as late as CUDA allows: once the host waits for them, and else never. What may come in
/// any order comes in one that a seed picks. With an even seed, works that nobody waits for may be done before those: what
/// two streams do in no order then shows although the host waits for one stream after the other.
class LateWorks {
 public:
  using Done = std::function<void()>;

  /// Null unless CUDA_EMULATOR_LATE_STREAMS has a seed: then works are done when they are put into their stream.
  static LateWorks* instance();
  explicit LateWorks(std::uint64_t seed) : mixes_others_in_(seed % 2 == 0), random_(seed) {}

  /// Keeps a work, whose number in its stream `after` has.
  void put(StreamKey stream, const OrderClock& after, Done work);
  /// Does what is told, and what that comes after. False: a work is asking, and waits for nothing.
  bool finish(const OrderClock& clock);
  bool finish_all();
  /// Whether all of it is done. Now and then a work is done between two questions, so that an answer changes.
  bool is_done_by_now(const OrderClock& clock);

 private:
  struct Work {
    OrderClock after;  ///< its own number among them
    Done work;
  };

  bool is_left(StreamKey stream, std::uint64_t number) const;
  bool is_done(const OrderClock& clock) const;
  void finish_before(const OrderClock& clock, bool mixes_others_in);
  void do_next(StreamKey stream);
  StreamKey any_of(const std::vector<StreamKey>& streams);
  std::vector<StreamKey> all_streams() const;

  std::map<StreamKey, std::deque<Work>> left_;  ///< none is empty
  const bool mixes_others_in_;
  std::mt19937_64 random_;
};

/// Called once works were done because the host waits: shows what kernels have printed.
inline void (*after_late_works)() = nullptr;

}  // namespace cuda_emulator
