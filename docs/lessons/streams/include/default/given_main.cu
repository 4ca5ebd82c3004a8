// Reads n and a seed, and says whether the exercise computes what it should and whether its pieces could overlap. The second is
// seen by recording the exercise as a graph: the longest chain of copies and kernels that wait for each other may have at most
// half of them, and at most half of the threads.
#include <map>

#include "given.cuh"

void triple(const int* in, int* out, int* on_device, int n, const cudaStream_t* streams, int stream_count);

namespace {

constexpr int stream_count = 4;

struct Chain {
  unsigned long long longest = 0, all = 0;
  bool is_most() const { return 2 * longest > all; }
};

/// A copy or a kernel is one step; nodes that do nothing are none.
unsigned long long step_of(cudaGraphNodeType type, cudaGraphNode_t) {
  return type != cudaGraphNodeTypeEmpty;
}

/// The threads of a kernel, so that kernels with nothing to do make no chain look short.
unsigned long long threads_of(cudaGraphNodeType type, cudaGraphNode_t node) {
  if (type != cudaGraphNodeTypeKernel) return 0;
  cudaKernelNodeParams of_kernel;
  given::require(cudaGraphKernelNodeGetParams(node, &of_kernel), "cudaGraphKernelNodeGetParams");
  const dim3 grid = of_kernel.gridDim, block = of_kernel.blockDim;
  return 1ull * grid.x * grid.y * grid.z * block.x * block.y * block.z;
}

/// What follows one another in the graph, and all there is: steps, or threads.
Chain chain_of(cudaGraph_t graph, unsigned long long (*weight)(cudaGraphNodeType, cudaGraphNode_t)) {
  std::size_t count = 0, edge_count = 0;
  given::require(cudaGraphGetNodes(graph, nullptr, &count), "cudaGraphGetNodes");
  std::vector<cudaGraphNode_t> nodes(count);
  given::require(cudaGraphGetNodes(graph, nodes.data(), &count), "cudaGraphGetNodes");
  std::map<cudaGraphNode_t, unsigned long long> length;
  Chain found;
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    given::require(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
    length[node] = weight(type, node);
    found.all += length[node];
  }
  const std::map<cudaGraphNode_t, unsigned long long> own = length;
  given::require(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edge_count), "cudaGraphGetEdges");
  std::vector<cudaGraphNode_t> from(edge_count), to(edge_count);
  given::require(cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &edge_count), "cudaGraphGetEdges");
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t edge = 0; edge < edge_count; ++edge) {
      const unsigned long long through = length[from[edge]] + own.at(to[edge]);
      if (through <= length[to[edge]]) continue;
      length[to[edge]] = through;
      changed = true;
    }
  }
  for (const auto& [node, size] : length) found.longest = std::max(found.longest, size);
  return found;
}

/// What is wrong with the order of the recorded work; empty: nothing.
std::string fault_of(cudaError_t end_of_capture, cudaGraph_t graph, bool worked_outside) {
  if (end_of_capture == cudaErrorStreamCaptureUnjoined) return "late: streams[0] ends before others";
  if (end_of_capture != cudaSuccess || !graph) return "waiting: the function itself waits";
  if (worked_outside) return "early: streams[0] is not waited for";
  const Chain steps = chain_of(graph, step_of), threads = chain_of(graph, threads_of);
  if (steps.is_most())
    return "serial: " + std::to_string(steps.longest) + " of " + std::to_string(steps.all) +
           " steps are in one chain";
  if (threads.is_most()) return "serial: most threads are in one chain";
  return "";
}

}  // namespace

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0];
  const std::vector<int> values = given::numbers(n, read[1], 1000);
  int *in = nullptr, *out = nullptr;
  given::require(cudaMallocHost(&in, n * sizeof *in), "cudaMallocHost");
  given::require(cudaMallocHost(&out, n * sizeof *out), "cudaMallocHost");
  std::copy(values.begin(), values.end(), in);
  std::fill_n(out, n, -1);
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = 3 * values[i];
  cudaStream_t streams[stream_count];
  for (cudaStream_t& stream : streams)
    given::require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "cudaStreamCreate");

  {
    given::OnDevice<int> on_device(n);
    given::finish();
    const auto call = [&] { triple(in, out, on_device.data(), n, streams, stream_count); };
    call();
    given::require(cudaStreamSynchronize(streams[0]), "cudaStreamSynchronize");
    const std::vector<int> found(out, out + n);
    given::finish();

    // Work in a stream that does not wait for streams[0] is not recorded, but done.
    std::fill_n(out, n, -1);
    cudaGraph_t graph = nullptr;
    given::require(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeRelaxed),
                   "cudaStreamBeginCapture");
    call();
    const cudaError_t end_of_capture = cudaStreamEndCapture(streams[0], &graph);
    cudaGetLastError();
    given::finish();
    const bool worked_outside = std::any_of(out, out + n, [](int value) { return value != -1; });
    const std::string fault = fault_of(end_of_capture, graph, worked_outside);
    if (graph) given::require(cudaGraphDestroy(graph), "cudaGraphDestroy");
    if (found == expected && !fault.empty()) {
      std::printf("%s\n", fault.c_str());
    } else {
      given::compare("out", found, expected);
    }
    if (argument_count > 1) {
      given::time_if_asked(argument_count, [&] {
        call();
        given::require(cudaStreamSynchronize(streams[0]), "cudaStreamSynchronize");
      });
    }
  }
  for (const cudaStream_t stream : streams) given::require(cudaStreamDestroy(stream), "cudaStreamDestroy");
  given::require(cudaFreeHost(in), "cudaFreeHost");
  given::require(cudaFreeHost(out), "cudaFreeHost");
}
