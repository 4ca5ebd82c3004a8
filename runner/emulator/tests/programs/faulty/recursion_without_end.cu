// Depth of a list by recursion; the list turns back into itself.
#include <cstdio>

struct Node {
  int next;
  int payload[30];
};

__device__ int length(const Node *nodes, Node node) {
  if (node.next < 0) return node.payload[0];
  node.payload[node.next % 30] = length(nodes, nodes[node.next]);  // fault: stack-overflow
  return 1 + node.payload[node.next % 30];
}

__global__ void measure(const Node *nodes, int *out) { *out = length(nodes, nodes[0]); }

int main() {
  static Node nodes[20];
  for (int i = 0; i < 20; i++) nodes[i].next = (i + 1) % 20, nodes[i].payload[0] = 1;
#ifdef REPAIRED
  nodes[19].next = -1;
  cudaDeviceSetLimit(cudaLimitStackSize, 16384);
#endif
  Node *d_nodes;
  int *d_out, out = 0;
  cudaMalloc(&d_nodes, sizeof nodes);
  cudaMalloc(&d_out, sizeof out);
  cudaMemcpy(d_nodes, nodes, sizeof nodes, cudaMemcpyHostToDevice);
  measure<<<1, 1>>>(d_nodes, d_out);
  cudaError_t error = cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
  if (error != cudaSuccess) {
    printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  printf("%d\n", out);
  cudaFree(d_nodes);
  cudaFree(d_out);
}
