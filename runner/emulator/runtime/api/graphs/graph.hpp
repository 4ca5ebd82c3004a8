#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runner/emulator/include/cuda_emulator/graphs.h"
#include "runner/emulator/runtime/program/rows.hpp"

/// One step of a graph. Its work is fixed when it is created; the parameters are kept for queries.
struct CUgraphNode_st {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::vector<cudaGraphNode_t> dependencies;
  std::function<cudaError_t()> work;
  cudaKernelNodeParams kernel{};
  cudaMemsetParams filling{};
  cudaHostNodeParams call{};
  std::shared_ptr<void> arguments;  ///< of a kernel, to which `kernel` and `work` point
  std::shared_ptr<CUgraph_st> child;
  cudaGraphNode_t original = nullptr;  ///< the original of a node in a clone or in an executable graph
  cudaGraph_t graph = nullptr;
};

/// Nodes in the order of their creation.
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  bool is_child = false;  ///< a node owns it
};

/// The plan by which a copy of the graph is launched: `order` has its nodes, each after its dependencies.
struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;
  std::vector<cudaGraphNode_t> order;
};

namespace cuda_emulator {

bool is_graph(cudaGraph_t graph);
bool is_node(cudaGraphNode_t node);

/// A graph that programs hold; it lives until it is destroyed.
cudaGraph_t make_graph();

/// A node's work, without its position in a graph.
using NodeWork = CUgraphNode_st;

/// Adds a node, and registers its handle.
cudaGraphNode_t add_node(cudaGraph_t graph, NodeWork work, std::vector<cudaGraphNode_t> dependencies);

/// Copies a graph; each node of the copy refers to its original.
std::unique_ptr<CUgraph_st> copy_of(const CUgraph_st& graph);

/// The nodes, each after its dependencies; fewer if there is a cycle.
std::vector<cudaGraphNode_t> in_order(const CUgraph_st& graph);

/// Executes the nodes' work; stops at the first error.
cudaError_t run(const std::vector<cudaGraphNode_t>& order);

// The work of nodes. `code` is the location of the program's call.
cudaError_t kernel_work(const cudaKernelNodeParams& parameters, bool is_cooperative, const void* code,
                        NodeWork& work);
cudaError_t filling_work(const cudaMemsetParams& parameters, const void* code, NodeWork& work);
NodeWork call_work(const cudaHostNodeParams& parameters);
NodeWork copy_work(std::function<cudaError_t()> copy);
NodeWork copy_work(const cudaMemcpy3DParms& parameters, const void* code);
NodeWork copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const void* code);

}  // namespace cuda_emulator
