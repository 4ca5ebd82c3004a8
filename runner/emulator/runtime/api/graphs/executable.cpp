// Implements executable graphs, each of which is a copy of its graph.
#include <algorithm>

#include "runner/emulator/runtime/api/graphs/graph.hpp"
#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/handles.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"

using namespace cuda_emulator;

namespace {

auto& executables = *new Handles<CUgraphExec_st>;

/// Replaces the work of the copy of `original` in an executable graph.
cudaError_t replace(cudaGraphExec_t exec, cudaGraphNode_t original, cudaGraphNodeType type, NodeWork work) {
  if (!executables.is_valid(exec)) return record_error(cudaErrorInvalidValue);
  for (const auto& node : exec->graph->nodes) {
    if (node->original != original || node->type != type) continue;
    work.dependencies = node->dependencies;
    work.original = original;
    work.graph = exec->graph.get();
    *node = std::move(work);
    return record_error(cudaSuccess);
  }
  return record_error(cudaErrorInvalidValue);
}

/// The reason why an executable graph cannot take over the work of `graph`.
cudaGraphExecUpdateResult difference(const CUgraph_st& exec, const CUgraph_st& graph, cudaGraphNode_t& at) {
  if (exec.nodes.size() != graph.nodes.size()) return cudaGraphExecUpdateErrorTopologyChanged;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    at = graph.nodes[n].get();
    if (exec.nodes[n]->dependencies.size() != at->dependencies.size())
      return cudaGraphExecUpdateErrorTopologyChanged;
    if (exec.nodes[n]->type != at->type) return cudaGraphExecUpdateErrorNodeTypeChanged;
  }
  at = nullptr;
  return cudaGraphExecUpdateSuccess;
}

}  // namespace

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, unsigned long long) {
  if (!exec || !is_graph(graph)) return record_error(cudaErrorInvalidValue);
  auto copy = copy_of(*graph);
  const std::vector<cudaGraphNode_t> order = in_order(*copy);
  if (order.size() != copy->nodes.size()) return record_error(cudaErrorInvalidValue);
  *exec = executables.make();
  (*exec)->graph = std::move(copy);
  (*exec)->order = order;
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                 char* log, std::size_t log_bytes) {
  if (error_node) *error_node = nullptr;
  if (log && log_bytes) *log = 0;
  return cudaGraphInstantiate(exec, graph);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* exec, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
  return record_error(executables.is_valid(exec) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (!executables.is_valid(exec)) return record_error(cudaErrorInvalidValue);
  if (!is_captured(stream)) {
    const cudaError_t error = check_stream(stream);
    if (error) return record_error(error);
    PendingWorks::instance().finish_before(key_of(stream));
    const StreamScope scope(key_of(stream));
    return record_error(run(exec->order));
  }
  NodeWork work;
  work.type = cudaGraphNodeTypeGraph;
  work.child = copy_of(*exec->graph);
  work.work = [child = work.child] { return run(in_order(*child)); };
  return record_error(capture(stream, std::move(work)));
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* info) {
  if (!executables.is_valid(exec) || !is_graph(graph)) return record_error(cudaErrorInvalidValue);
  cudaGraphNode_t at = nullptr;
  const cudaGraphExecUpdateResult result = difference(*exec->graph, *graph, at);
  if (info) *info = {result, at, nullptr};
  if (result != cudaGraphExecUpdateSuccess) return record_error(cudaErrorGraphExecUpdateFailure);
  auto originals = std::move(exec->graph);
  exec->graph = copy_of(*graph);
  exec->order = in_order(*exec->graph);
  // The nodes of the original graph identify its nodes.
  for (std::size_t n = 0; n < originals->nodes.size(); ++n) {
    exec->graph->nodes[n]->original = originals->nodes[n]->original;
  }
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error_node,
                                cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info{cudaGraphExecUpdateError, nullptr, nullptr};
  const cudaError_t error = cudaGraphExecUpdate(exec, graph, &info);
  if (error_node) *error_node = info.errorNode;
  if (result) *result = info.result;
  return error;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  return record_cleaning_up(executables.destroy(exec) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  NodeWork work;
  if (!parameters) return record_error(cudaErrorInvalidValue);
  const cudaError_t error = kernel_work(*parameters, false, __builtin_return_address(0), work);
  return error ? record_error(error) : replace(exec, node, cudaGraphNodeTypeKernel, std::move(work));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  NodeWork work;
  if (!parameters) return record_error(cudaErrorInvalidValue);
  const cudaError_t error = filling_work(*parameters, __builtin_return_address(0), work);
  return error ? record_error(error) : replace(exec, node, cudaGraphNodeTypeMemset, std::move(work));
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  if (!parameters || !parameters->fn) return record_error(cudaErrorInvalidValue);
  return replace(exec, node, cudaGraphNodeTypeHost, call_work(*parameters));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaMemcpy3DParms* parameters) {
  if (!parameters) return record_error(cudaErrorInvalidValue);
  return replace(exec, node, cudaGraphNodeTypeMemcpy, copy_work(*parameters, __builtin_return_address(0)));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void* to,
                                               const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return replace(exec, node, cudaGraphNodeTypeMemcpy,
                 copy_work(to, from, bytes, kind, __builtin_return_address(0)));
}
