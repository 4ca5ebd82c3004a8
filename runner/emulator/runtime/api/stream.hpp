#pragma once

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

#include "runner/emulator/include/cuda_emulator/streams.h"
#include "runner/emulator/runtime/api/graphs/graph.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"
#include "runner/emulator/runtime/order/grid_accesses.hpp"
#include "runner/emulator/runtime/order/pending_works.hpp"
#include "runner/emulator/runtime/order/stream_clocks.hpp"

namespace cuda_emulator {

/// The graph that records the calls in some streams instead of executing them.
struct Capture {
  unsigned long long id;
  cudaStreamCaptureMode mode;
  cudaStream_t origin;
  cudaGraph_t graph;
  std::vector<cudaStream_t> streams;  ///< the streams that take part
  bool is_invalid = false;
};

}  // namespace cuda_emulator

struct CUstream_st {
  unsigned int flags = 0;
  int priority = 0;
  unsigned long long id = 0;
  std::shared_ptr<cuda_emulator::Capture> capture;
  std::vector<cudaGraphNode_t> last;  ///< while the stream is captured: the nodes that precede the next one
};

struct CUevent_st {
  bool times = true;
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
  cuda_emulator::OrderClock order;                  ///< the work that is done once the event has occurred
  std::shared_ptr<cuda_emulator::Capture> capture;  ///< in which it was recorded last, after the nodes `last`
  std::vector<cudaGraphNode_t> last;
};

namespace cuda_emulator {

/// Whether work may be put into `stream`.
cudaError_t check_stream(cudaStream_t stream);

bool is_default(cudaStream_t stream);

/// The number of a valid stream.
StreamKey key_of(cudaStream_t stream);

/// Whether work put into the stream becomes part of a graph.
bool is_captured(cudaStream_t stream);

/// Adds a node to the graph of a captured stream.
cudaError_t capture(cudaStream_t stream, NodeWork work);

/// The error of a call that waits for `stream`, or for the device if that is null, during a capture.
cudaError_t check_waiting(cudaStream_t stream);

/// Makes a stream wait for an event that was recorded in a captured stream.
cudaError_t wait_for(cudaStream_t stream, cudaEvent_t event);

/// Records an event whose stream is not captured.
cudaError_t record_now(cudaEvent_t event);

/// Does the work now, or later if it may be late; while the stream is captured, adds it as a node.
template <class Work, class MakeNode>
cudaError_t put(cudaStream_t stream, Work work, MakeNode make_node, bool may_be_late = true) {
  if (const cudaError_t error = check_stream(stream)) return error;
  if (is_captured(stream)) return capture(stream, make_node());
  const StreamKey key = key_of(stream);
  if (may_be_late && PendingWorks::instance().leave_for_later(key, [=] { record_error(work()); }))
    return cudaSuccess;
  PendingWorks::instance().finish_before(key);
  const StreamScope scope(key);
  return work();
}

/// Does the same for a copy.
template <class Copy>
cudaError_t put_copy(cudaStream_t stream, Copy copy, bool may_be_late = false) {
  return put(stream, copy, [&] { return copy_work(copy); }, may_be_late);
}

}  // namespace cuda_emulator
