#pragma once

#include <cstdint>

#include "runner/emulator/runtime/order/stream_clocks.hpp"

namespace cuda_emulator {

/// The null stream: the legacy default stream, or, in a program compiled so, this thread's own.
StreamKey default_stream();
StreamKey stream_of_this_thread();
void make_default_streams_per_thread();

/// The stream into which this OS thread puts work now; while a `StreamScope` lives, that one's.
StreamKey working_stream();
/// Whether a `StreamScope` lives: the call may return before the work is done.
bool is_in_stream();

class StreamScope {
 public:
  explicit StreamScope(StreamKey stream);
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  StreamKey before_;
};

/// A function of the host runs in the stream: after what that has got. It may tell other threads, unseen.
void host_takes_part(StreamKey stream);

/// The grid of `kernel`, whose intervals are those from `first` to before `end`, has run: what it has read and
/// written, as the race cells still tell, is what its work does.
void note_grid(const char* kernel, std::uint32_t first, std::uint32_t end);

}  // namespace cuda_emulator
