#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <vector>

#include "runner/emulator/runtime/order/stream_clocks.hpp"

namespace cuda_emulator {

/// Executes the work of streams as late as CUDA allows: once the host waits for it, and otherwise never. Work
/// whose order is free runs in an order that a seed picks. With an even seed, work that nobody waits for may
/// run earlier: then the effect of two unordered streams shows even if the host waits for one stream after
/// the other.
class LateWorks {
 public:
  using Done = std::function<void()>;

  /// Null unless CUDA_EMULATOR_LATE_STREAMS has a seed. Without one, work is executed when it is put into its
  /// stream.
  static LateWorks* instance();
  explicit LateWorks(std::uint64_t seed) : mixes_others_in_(seed % 2 == 0), random_(seed) {}

  /// Stores a work; `after` has its number in its stream.
  void put(StreamKey stream, const OrderClock& after, Done work);
  /// Executes what the clock names, and what that depends on. False if called from within a work, which waits
  /// for nothing.
  bool finish(const OrderClock& clock);
  bool finish_all();
  /// Whether all of it is done. Now and then, a work is executed between two queries, so that an answer
  /// changes.
  bool is_done_by_now(const OrderClock& clock);
  bool has_any() const { return !left_.empty(); }

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

/// Called after works were executed because the host waits: prints what kernels have printed.
inline void (*after_late_works)() = nullptr;

}  // namespace cuda_emulator
