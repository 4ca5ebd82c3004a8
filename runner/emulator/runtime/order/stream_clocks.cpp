#include "runner/emulator/runtime/order/stream_clocks.hpp"

#include <algorithm>

namespace cuda_emulator {

void join(OrderClock& into, const OrderClock& other) {
  for (const auto& [stream, count] : other) {
    std::uint64_t& known = into[stream];
    known = std::max(known, count);
  }
}

const OrderClock& StreamClocks::enter(StreamKey stream) {
  Stream& entered = streams_[stream];
  if (stream == legacy_stream) {
    for (const auto& [key, other] : streams_) {
      if (other.blocks && key != legacy_stream) join(entered.after, other.after);
    }
  } else if (entered.blocks) {
    join(entered.after, streams_[legacy_stream].after);
  }
  return entered.after;
}

std::uint64_t StreamClocks::begin_work(StreamKey stream) {
  enter(stream);
  return ++streams_[stream].after[stream];
}

OrderClock StreamClocks::after_all() const {
  OrderClock all;
  for (const auto& [_, stream] : streams_) join(all, stream.after);
  return all;
}

void StreamClocks::forget_if_done(StreamKey stream) {
  const auto at = streams_.find(stream);
  if (at == streams_.end() || !at->second.is_destroyed) return;
  const auto last = at->second.after.find(stream);
  if (last != at->second.after.end() && last->second > at->second.done) return;
  streams_.erase(at);
  for (auto& [_, other] : streams_) other.after.erase(stream);
}

void StreamClocks::destroy(StreamKey stream) {
  const auto at = streams_.find(stream);
  if (at == streams_.end()) return;
  at->second.is_destroyed = true;
  forget_if_done(stream);
}

void StreamClocks::host_knows(const OrderClock& clock) {
  for (const auto& [stream, count] : OrderClock(clock)) {
    const auto at = streams_.find(stream);
    if (at == streams_.end()) continue;
    at->second.done = std::max(at->second.done, count);
    forget_if_done(stream);
  }
}

}  // namespace cuda_emulator
