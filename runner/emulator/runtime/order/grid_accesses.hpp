#pragma once

#include <cstdint>

#include "runner/emulator/runtime/order/stream_clocks.hpp"

namespace cuda_emulator {

/// The null stream: the legacy default stream or, in a program compiled so, this thread's own.
StreamKey default_stream();
StreamKey stream_of_this_thread();
void make_default_streams_per_thread();

/// The stream into which this OS thread puts work now; while a `StreamScope` lives, that scope's stream.
StreamKey working_stream();
/// Whether a `StreamScope` lives, so that the call may return before the work is done.
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

/// Records that a host function runs in the stream, after the work before it. It may signal other threads,
/// which is not seen.
void host_takes_part(StreamKey stream);

/// Records the accesses of the grid of `kernel`, whose intervals are those from `first` up to `end`, as the
/// work's own: what it has read and written, as far as the race cells still show it.
void note_grid(const char* kernel, std::uint32_t first, std::uint32_t end);

}  // namespace cuda_emulator
