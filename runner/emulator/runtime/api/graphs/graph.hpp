#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "runner/emulator/include/cuda_emulator/graphs.h"
#include "runner/emulator/runtime/program/rows.hpp"

/// One step of a graph. What it does is fixed when it is made; the parameters are for those who ask.
struct CUgraphNode_st {
  cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
  std::vector<cudaGraphNode_t> dependencies;
  std::function<cudaError_t()> work;
  cudaKernelNodeParams kernel{};
  cudaMemsetParams filling{};
  cudaHostNodeParams call{};
  std::shared_ptr<void> arguments;  ///< of a kernel, which `kernel` and `work` point to
  std::shared_ptr<CUgraph_st> child;
  cudaGraphNode_t original = nullptr;  ///< of a node in a clone or in an executable graph
  cudaGraph_t graph = nullptr;
};

/// Nodes in the order in which they were made.
struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  bool is_child = false;  ///< a node owns it
};

/// Where a copy of the graph is launched from: `order` has its nodes, each after what it depends on.
struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;
  std::vector<cudaGraphNode_t> order;
};

namespace cuda_emulator {

bool is_graph(cudaGraph_t graph);
bool is_node(cudaGraphNode_t node);

/// A graph that programs know; it lives until it is destroyed.
cudaGraph_t make_graph();

/// What a node does, without its place in a graph.
using NodeWork = CUgraphNode_st;

/// Adds a node, and makes it known.
cudaGraphNode_t add_node(cudaGraph_t graph, NodeWork work, std::vector<cudaGraphNode_t> dependencies);

/// A copy of a graph, of whose nodes each knows its original.
std::unique_ptr<CUgraph_st> copy_of(const CUgraph_st& graph);

/// The nodes, each after those it depends on; fewer if some depend on each other in a circle.
std::vector<cudaGraphNode_t> in_order(const CUgraph_st& graph);

/// Does the nodes' work; stops at the first error.
cudaError_t run(const std::vector<cudaGraphNode_t>& order);

// What nodes do. `code` is where the program asked for it.
cudaError_t kernel_work(const cudaKernelNodeParams& parameters, bool is_cooperative, const void* code,
                        NodeWork& work);
cudaError_t filling_work(const cudaMemsetParams& parameters, const void* code, NodeWork& work);
NodeWork call_work(const cudaHostNodeParams& parameters);
NodeWork copy_work(std::function<cudaError_t()> copy);
NodeWork copy_work(const cudaMemcpy3DParms& parameters, const void* code);
NodeWork copy_work(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, const void* code);

}  // namespace cuda_emulator
