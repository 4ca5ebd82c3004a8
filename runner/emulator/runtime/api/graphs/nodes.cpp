// Builds graphs node by node.
#include <algorithm>

#include "runner/emulator/runtime/api/graphs/graph.hpp"
#include "runner/emulator/runtime/api/stream.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"

using namespace cuda_emulator;

namespace {

/// Adds a node after `count` others.
cudaError_t add(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
                std::size_t count, NodeWork work) {
  if (!node || !is_graph(graph) || (count && !dependencies)) return record_error(cudaErrorInvalidValue);
  std::vector<cudaGraphNode_t> before(dependencies, dependencies + count);
  for (const cudaGraphNode_t one : before) {
    if (!one || one->graph != graph) return record_error(cudaErrorInvalidValue);
  }
  *node = add_node(graph, std::move(work), std::move(before));
  return record_error(cudaSuccess);
}

/// Replaces the work of a node, which keeps its position.
cudaError_t replace(cudaGraphNode_t node, cudaGraphNodeType type, NodeWork work) {
  if (!is_node(node) || node->type != type) return record_error(cudaErrorInvalidValue);
  work.dependencies = node->dependencies;
  work.graph = node->graph;
  *node = std::move(work);
  return record_error(cudaSuccess);
}

}  // namespace

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  if (!parameters) return record_error(cudaErrorInvalidValue);
  NodeWork work;
  const cudaError_t error = kernel_work(*parameters, false, __builtin_return_address(0), work);
  return error ? record_error(error) : add(node, graph, dependencies, count, std::move(work));
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  if (!parameters) return record_error(cudaErrorInvalidValue);
  return add(node, graph, dependencies, count, copy_work(*parameters, __builtin_return_address(0)));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count, void* to,
                                     const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return add(node, graph, dependencies, count, copy_work(to, from, bytes, kind, __builtin_return_address(0)));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  if (!parameters) return record_error(cudaErrorInvalidValue);
  NodeWork work;
  const cudaError_t error = filling_work(*parameters, __builtin_return_address(0), work);
  return error ? record_error(error) : add(node, graph, dependencies, count, std::move(work));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  if (!parameters || !parameters->fn) return record_error(cudaErrorInvalidValue);
  return add(node, graph, dependencies, count, call_work(*parameters));
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
  if (!is_graph(child)) return record_error(cudaErrorInvalidValue);
  NodeWork work;
  work.type = cudaGraphNodeTypeGraph;
  work.child = copy_of(*child);
  work.work = [copy = work.child] { return run(in_order(*copy)); };
  return add(node, graph, dependencies, count, std::move(work));
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
  return add(node, graph, dependencies, count, {});
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, std::size_t count,
                                        cudaEvent_t event) {
  NodeWork work;
  work.type = cudaGraphNodeTypeEventRecord;
  work.work = [=] { return record_now(event); };
  return add(node, graph, dependencies, count, std::move(work));
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, std::size_t count, cudaEvent_t) {
  NodeWork work;
  work.type = cudaGraphNodeTypeWaitEvent;
  return add(node, graph, dependencies, count, std::move(work));
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) {
    if (!is_graph(graph) || from[n]->graph != graph || to[n]->graph != graph)
      return record_error(cudaErrorInvalidValue);
    to[n]->dependencies.push_back(from[n]);
  }
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                        const cudaGraphNode_t* to, std::size_t count) {
  for (std::size_t n = 0; n < count; ++n) {
    if (!is_graph(graph) || from[n]->graph != graph || to[n]->graph != graph)
      return record_error(cudaErrorInvalidValue);
    std::erase(to[n]->dependencies, from[n]);
  }
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  if (!is_node(node)) return record_error(cudaErrorInvalidValue);
  auto& nodes = node->graph->nodes;
  for (const auto& one : nodes) std::erase(one->dependencies, node);
  std::erase_if(nodes, [=](const auto& one) { return one.get() == node; });
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams* parameters) {
  NodeWork work;
  if (!parameters) return record_error(cudaErrorInvalidValue);
  const cudaError_t error = kernel_work(*parameters, false, __builtin_return_address(0), work);
  return error ? record_error(error) : replace(node, cudaGraphNodeTypeKernel, std::move(work));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  NodeWork work;
  if (!parameters) return record_error(cudaErrorInvalidValue);
  const cudaError_t error = filling_work(*parameters, __builtin_return_address(0), work);
  return error ? record_error(error) : replace(node, cudaGraphNodeTypeMemset, std::move(work));
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  if (!parameters || !parameters->fn) return record_error(cudaErrorInvalidValue);
  return replace(node, cudaGraphNodeTypeHost, call_work(*parameters));
}

cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms* parameters) {
  if (!parameters) return record_error(cudaErrorInvalidValue);
  return replace(node, cudaGraphNodeTypeMemcpy, copy_work(*parameters, __builtin_return_address(0)));
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return replace(node, cudaGraphNodeTypeMemcpy,
                 copy_work(to, from, bytes, kind, __builtin_return_address(0)));
}
