// Implements queries about graphs.
#include <algorithm>

#include "runner/emulator/runtime/api/graphs/graph.hpp"
#include "runner/emulator/runtime/base/last_error.hpp"

using namespace cuda_emulator;

namespace {

/// Returns as many of `found` as there is room for, and null for the rest; without room, only their number.
cudaError_t give(const std::vector<cudaGraphNode_t>& found, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!count) return record_error(cudaErrorInvalidValue);
  if (nodes) {
    for (std::size_t n = 0; n < *count; ++n) nodes[n] = n < found.size() ? found[n] : nullptr;
    *count = std::min(*count, found.size());
  } else {
    *count = found.size();
  }
  return record_error(cudaSuccess);
}

/// The nodes of a graph that satisfy `wanted`.
template <class Wanted>
std::vector<cudaGraphNode_t> nodes_of(const CUgraph_st& graph, Wanted wanted) {
  std::vector<cudaGraphNode_t> found;
  for (const auto& node : graph.nodes) {
    if (wanted(*node)) found.push_back(node.get());
  }
  return found;
}

/// Returns a part of a node of the right type.
template <class T>
cudaError_t give_part(cudaGraphNode_t node, cudaGraphNodeType type, T CUgraphNode_st::*part, T* value) {
  if (!is_node(node) || node->type != type || !value) return record_error(cudaErrorInvalidValue);
  *value = node->*part;
  return record_error(cudaSuccess);
}

cudaError_t with_no_data(cudaError_t error, cudaGraphEdgeData* data, const std::size_t* count) {
  if (error == cudaSuccess && data) std::fill_n(data, *count, cudaGraphEdgeData{});
  return error;
}

}  // namespace

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!is_graph(graph)) return record_error(cudaErrorInvalidValue);
  return give(nodes_of(*graph, [](const CUgraphNode_st&) { return true; }), nodes, count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!is_graph(graph)) return record_error(cudaErrorInvalidValue);
  return give(nodes_of(*graph, [](const CUgraphNode_st& node) { return node.dependencies.empty(); }), nodes,
              count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              std::size_t* count) {
  if (!is_graph(graph) || !count) return record_error(cudaErrorInvalidValue);
  std::size_t edges = 0;
  for (const auto& node : graph->nodes) {
    for (const cudaGraphNode_t before : node->dependencies) {
      if (from && to && edges < *count) {
        from[edges] = before;
        to[edges] = node.get();
      }
      ++edges;
    }
  }
  *count = from && to ? std::min(*count, edges) : edges;
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!is_node(node)) return record_error(cudaErrorInvalidValue);
  return give(node->dependencies, nodes, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes, std::size_t* count) {
  if (!is_node(node)) return record_error(cudaErrorInvalidValue);
  const auto depends = [=](const CUgraphNode_st& one) {
    return std::find(one.dependencies.begin(), one.dependencies.end(), node) != one.dependencies.end();
  };
  return give(nodes_of(*node->graph, depends), nodes, count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* data, std::size_t* count) {
  return with_no_data(cudaGraphGetEdges(graph, from, to, count), data, count);
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                         cudaGraphEdgeData* data, std::size_t* count) {
  return with_no_data(cudaGraphNodeGetDependencies(node, nodes, count), data, count);
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t* nodes,
                                           cudaGraphEdgeData* data, std::size_t* count) {
  return with_no_data(cudaGraphNodeGetDependentNodes(node, nodes, count), data, count);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  if (!is_node(node) || !type) return record_error(cudaErrorInvalidValue);
  *type = node->type;
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t original, cudaGraph_t clone) {
  if (!node || !is_graph(clone)) return record_error(cudaErrorInvalidValue);
  const auto copies = nodes_of(*clone, [=](const CUgraphNode_st& one) { return one.original == original; });
  if (copies.empty()) return record_error(cudaErrorInvalidValue);
  *node = copies.front();
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return give_part(node, cudaGraphNodeTypeKernel, &CUgraphNode_st::kernel, parameters);
}
cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node, cudaMemsetParams* parameters) {
  return give_part(node, cudaGraphNodeTypeMemset, &CUgraphNode_st::filling, parameters);
}
cudaError_t cudaGraphHostNodeGetParams(cudaGraphNode_t node, cudaHostNodeParams* parameters) {
  return give_part(node, cudaGraphNodeTypeHost, &CUgraphNode_st::call, parameters);
}
