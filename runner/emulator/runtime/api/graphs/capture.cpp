// Captures streams: work put into them becomes a graph.
#include <algorithm>
#include <atomic>

#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"

namespace cuda_emulator {
namespace {

std::atomic<unsigned long long> captures_begun{0};
std::atomic<int> captures_running{0};
thread_local cudaStreamCaptureMode mode_of_thread = cudaStreamCaptureModeGlobal;
thread_local std::vector<std::shared_ptr<Capture>> captures_of_thread;

/// Nodes that precede a new one, without duplicates.
void join(std::vector<cudaGraphNode_t>& nodes, const std::vector<cudaGraphNode_t>& others) {
  for (const cudaGraphNode_t one : others) {
    if (std::find(nodes.begin(), nodes.end(), one) == nodes.end()) nodes.push_back(one);
  }
}

/// Whether every node of the graph is followed by one of `last`, or is one.
bool are_joined(const CUgraph_st& graph, const std::vector<cudaGraphNode_t>& last) {
  std::vector<cudaGraphNode_t> reached = last;
  for (std::size_t n = 0; n < reached.size(); ++n) join(reached, std::vector(reached[n]->dependencies));
  return reached.size() == graph.nodes.size();
}

}  // namespace

bool is_captured(cudaStream_t stream) {
  return captures_running && !is_default(stream) && stream->capture;
}

cudaError_t capture(cudaStream_t stream, NodeWork work) {
  if (stream->capture->is_invalid) return cudaErrorStreamCaptureInvalidated;
  stream->last = {add_node(stream->capture->graph, std::move(work), stream->last)};
  return cudaSuccess;
}

cudaError_t check_waiting(cudaStream_t stream) {
  if (!captures_running) return cudaSuccess;
  if (stream && !is_default(stream)) {
    if (!is_captured(stream)) return cudaSuccess;
    stream->capture->is_invalid = true;
    return cudaErrorStreamCaptureUnsupported;
  }
  // The default stream would wait for captured streams, which is impossible.
  for (const auto& one : captures_of_thread) {
    if (one->mode == cudaStreamCaptureModeRelaxed || (one->origin->flags & cudaStreamNonBlocking)) continue;
    one->is_invalid = true;
    return stream ? cudaErrorStreamCaptureImplicit : cudaErrorStreamCaptureUnsupported;
  }
  return cudaSuccess;
}

/// A stream that waits for an event of a capture joins it.
cudaError_t wait_for(cudaStream_t stream, cudaEvent_t event) {
  const auto& capture = event->capture;
  if (is_default(stream)) return cudaErrorStreamCaptureImplicit;
  if (stream->capture && stream->capture != capture) return cudaErrorStreamCaptureIsolation;
  if (!stream->capture) capture->streams.push_back(stream);
  stream->capture = capture;
  join(stream->last, event->last);
  return cudaSuccess;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (const cudaError_t error = check_stream(stream)) return record_error(error);
  if (is_default(stream)) return record_error(cudaErrorStreamCaptureUnsupported);
  if (stream->capture) return record_error(cudaErrorIllegalState);
  stream->capture =
      std::make_shared<Capture>(Capture{++captures_begun, mode, stream, make_graph(), {stream}});
  stream->last.clear();
  captures_of_thread.push_back(stream->capture);
  ++captures_running;
  return record_error(cudaSuccess);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  if (const cudaError_t error = check_stream(stream)) return record_error(error);
  if (!graph || is_default(stream) || !stream->capture) return record_error(cudaErrorIllegalState);
  const std::shared_ptr<Capture> capture = stream->capture;
  if (capture->origin != stream) return record_error(cudaErrorStreamCaptureUnmatched);
  cudaError_t error = capture->is_invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  if (!error && !are_joined(*capture->graph, stream->last)) error = cudaErrorStreamCaptureUnjoined;
  for (const cudaStream_t one : capture->streams) {
    one->capture = nullptr;
    one->last.clear();
  }
  std::erase(captures_of_thread, capture);
  --captures_running;
  *graph = error ? nullptr : capture->graph;
  if (error) cudaGraphDestroy(capture->graph);
  return record_error(error);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies, std::size_t* dependency_count) {
  if (const cudaError_t error = check_stream(stream)) return record_error(error);
  if (!status) return record_error(cudaErrorInvalidValue);
  *status = cudaStreamCaptureStatusNone;
  if (!is_captured(stream)) return record_error(cudaSuccess);
  const Capture& capture = *stream->capture;
  *status = capture.is_invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
  if (id) *id = capture.id;
  if (graph) *graph = capture.graph;
  if (dependencies) *dependencies = stream->last.data();
  if (dependency_count) *dependency_count = stream->last.size();
  return record_error(cudaSuccess);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  if (!mode) return record_error(cudaErrorInvalidValue);
  std::swap(*mode, mode_of_thread);
  return record_error(cudaSuccess);
}
