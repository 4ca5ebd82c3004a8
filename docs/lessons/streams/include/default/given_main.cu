// Reads n and a seed, and says whether the exercise computes what it should and whether its pieces could overlap. The second is
// seen by recording the exercise as a graph: the longest chain of copies and kernels that wait for each other may have at most
// half of them.
#include <map>

#include "given.cuh"

void triple(const int* in, int* out, int* on_device, int n, const cudaStream_t* streams, int stream_count);

namespace {

constexpr int stream_count = 4;

struct Chain {
  int longest = 0, all = 0;
};

/// The copies and kernels of the graph: how many follow one another, and how many there are.
Chain chain_of(cudaGraph_t graph) {
  std::size_t count = 0, edge_count = 0;
  given::require(cudaGraphGetNodes(graph, nullptr, &count), "cudaGraphGetNodes");
  std::vector<cudaGraphNode_t> nodes(count);
  given::require(cudaGraphGetNodes(graph, nodes.data(), &count), "cudaGraphGetNodes");
  std::map<cudaGraphNode_t, int> length;
  Chain found;
  for (const cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    given::require(cudaGraphNodeGetType(node, &type), "cudaGraphNodeGetType");
    length[node] = type != cudaGraphNodeTypeEmpty;
    found.all += length[node];
  }
  const std::map<cudaGraphNode_t, int> own = length;
  given::require(cudaGraphGetEdges(graph, nullptr, nullptr, nullptr, &edge_count), "cudaGraphGetEdges");
  std::vector<cudaGraphNode_t> from(edge_count), to(edge_count);
  given::require(cudaGraphGetEdges(graph, from.data(), to.data(), nullptr, &edge_count), "cudaGraphGetEdges");
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t edge = 0; edge < edge_count; ++edge) {
      const int through = length[from[edge]] + own.at(to[edge]);
      if (through <= length[to[edge]]) continue;
      length[to[edge]] = through;
      changed = true;
    }
  }
  for (const auto& [node, steps] : length) found.longest = std::max(found.longest, steps);
  return found;
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

    cudaGraph_t graph = nullptr;
    given::require(cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeRelaxed),
                   "cudaStreamBeginCapture");
    call();
    given::require(
        cudaStreamEndCapture(streams[0], &graph),
        "the exercise may only put work into streams that begins after streams[0], and streams[0] must wait "
        "for all of it; it must not wait itself");
    const Chain chain = chain_of(graph);
    given::require(cudaGraphDestroy(graph), "cudaGraphDestroy");
    if (found == expected && 2 * chain.longest > chain.all) {
      std::printf(
          "serial: %d of %d copies and kernels wait for each other, at most half may; the values are right\n",
          chain.longest, chain.all);
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
