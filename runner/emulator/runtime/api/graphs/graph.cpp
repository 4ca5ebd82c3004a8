#include "runner/emulator/runtime/api/graphs/graph.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

namespace cuda_emulator {
namespace {

// Never destroyed: programs destroy their graphs in static destructors.
auto& known_mutex = *new std::mutex;
auto& graphs = *new std::map<cudaGraph_t, std::unique_ptr<CUgraph_st>>;

}  // namespace

bool is_graph(cudaGraph_t graph) {
  const std::lock_guard lock(known_mutex);
  return graphs.count(graph) == 1;
}

bool is_node(cudaGraphNode_t node) {
  const std::lock_guard lock(known_mutex);
  for (const auto& [graph, owned] : graphs) {
    for (const auto& one : graph->nodes) {
      if (one.get() == node) return true;
    }
  }
  return false;
}

cudaGraph_t keep_graph(std::unique_ptr<CUgraph_st> graph) {
  const std::lock_guard lock(known_mutex);
  const cudaGraph_t handle = graph.get();
  graphs[handle] = std::move(graph);
  return handle;
}

cudaGraph_t make_graph() {
  return keep_graph(std::make_unique<CUgraph_st>());
}

cudaGraphNode_t add_node(cudaGraph_t graph, NodeWork work, std::vector<cudaGraphNode_t> dependencies) {
  auto node = std::make_unique<CUgraphNode_st>(std::move(work));
  node->dependencies = std::move(dependencies);
  node->graph = graph;
  graph->nodes.push_back(std::move(node));
  return graph->nodes.back().get();
}

std::unique_ptr<CUgraph_st> copy_of(const CUgraph_st& graph) {
  auto copy = std::make_unique<CUgraph_st>();
  std::map<cudaGraphNode_t, cudaGraphNode_t> copies;
  for (const auto& node : graph.nodes) {
    const cudaGraphNode_t made = add_node(copy.get(), *node, node->dependencies);
    made->original = node.get();
    copies[node.get()] = made;
    if (!node->child) continue;
    made->child = copy_of(*node->child);
    made->work = [child = made->child] { return run(in_order(*child)); };
  }
  for (const auto& node : copy->nodes) {
    for (cudaGraphNode_t& dependency : node->dependencies) dependency = copies.at(dependency);
  }
  return copy;
}

std::vector<cudaGraphNode_t> in_order(const CUgraph_st& graph) {
  std::vector<cudaGraphNode_t> order;
  std::set<cudaGraphNode_t> done;
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const auto& node : graph.nodes) {
      const auto is_done = [&](cudaGraphNode_t one) { return done.count(one) == 1; };
      if (is_done(node.get()) || !std::all_of(node->dependencies.begin(), node->dependencies.end(), is_done))
        continue;
      order.push_back(node.get());
      done.insert(node.get());
      goes_on = true;
    }
  }
  return order;
}

cudaError_t run(const std::vector<cudaGraphNode_t>& order) {
  for (const cudaGraphNode_t node : order) {
    const cudaError_t error = node->work ? node->work() : cudaSuccess;
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

#include "runner/emulator/runtime/base/last_error.hpp"

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  if (!graph || flags) return record_error(cudaErrorInvalidValue);
  *graph = make_graph();
  return record_error(cudaSuccess);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  const std::lock_guard lock(known_mutex);
  return record_cleaning_up(graphs.erase(graph) ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaGraphClone(cudaGraph_t* clone, cudaGraph_t original) {
  if (!clone || !is_graph(original)) return record_error(cudaErrorInvalidValue);
  *clone = keep_graph(copy_of(*original));
  return record_error(cudaSuccess);
}
