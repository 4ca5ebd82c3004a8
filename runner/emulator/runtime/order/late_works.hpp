#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <random>

#include "runner/emulator/runtime/order/stream_clocks.hpp"

namespace cuda_emulator {

/// Works of streams that are done as late as CUDA allows: once the host waits for them, and else never. What may come in
/// any order comes in one that a seed picks.
class LateWorks {
 public:
  using Done = std::function<void()>;

  /// Null unless CUDA_EMULATOR_LATE_STREAMS has a seed: then works are done when they are put into their stream.
  static LateWorks* instance();
  explicit LateWorks(std::uint64_t seed) : random_(seed) {}

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
  void do_next(StreamKey stream);
  template <class Streams>
  StreamKey any_of(const Streams& streams);

  std::map<StreamKey, std::deque<Work>> left_;  ///< none is empty
  std::mt19937_64 random_;
};

/// Called once works were done because the host waits: shows what kernels have printed.
inline void (*after_late_works)() = nullptr;

}  // namespace cuda_emulator
