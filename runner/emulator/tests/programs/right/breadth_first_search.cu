// Breadth first search, level by level: the host asks after each level whether anything was found.
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <vector>
using std::vector;

__global__ void level_by_vertices(const int *first, const int *edges, int *distance, int n, int level, bool *found) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != level) return;
  for (int e = first[v]; e < first[v + 1]; e++) {
    int w = edges[e];
    if (distance[w] < 0) {
      distance[w] = level + 1;  // several may write it, all the same value
      *found = true;
    }
  }
}

__global__ void level_by_queue(const int *first, const int *edges, int *distance, const int *queue, int size,
                               int *next, int *next_size, int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  for (int e = first[queue[i]]; e < first[queue[i] + 1]; e++)
    if (atomicCAS(&distance[edges[e]], -1, level + 1) == -1) next[atomicAdd(next_size, 1)] = edges[e];
}

int main() {
  const int n = 3000;
  vector<vector<int>> graph(n);
  unsigned r = 12345;
  for (int v = 0; v + 1 < n; v++) {
    if (v % 10) graph[v].push_back(v + 1), graph[v + 1].push_back(v);
    r = r * 1103515245u + 12345u;
    int w = r / 65536 % n;
    if (v % 5 == 0) graph[v].push_back(w), graph[w].push_back(v);
  }
  vector<int> first(1, 0), edges, expected(n, -1), distance(n);
  for (auto &list : graph) edges.insert(edges.end(), list.begin(), list.end()), first.push_back(edges.size());
  std::queue<int> todo;
  todo.push(0), expected[0] = 0;
  for (; !todo.empty(); todo.pop())
    for (int w : graph[todo.front()])
      if (expected[w] < 0) expected[w] = expected[todo.front()] + 1, todo.push(w);

  int *d_first, *d_edges, *d_distance, *d_queue[2], *d_size;
  bool *d_found;
  cudaMalloc(&d_first, first.size() * sizeof(int));
  cudaMalloc(&d_edges, edges.size() * sizeof(int));
  cudaMalloc(&d_distance, n * sizeof(int));
  for (auto &q : d_queue) cudaMalloc(&q, n * sizeof(int));
  cudaMalloc(&d_size, sizeof(int));
  cudaMalloc(&d_found, sizeof(bool));
  cudaMemcpy(d_first, first.data(), first.size() * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(d_edges, edges.data(), edges.size() * sizeof(int), cudaMemcpyHostToDevice);

  const int zero = 0;
  for (int way = 0; way < 2; way++) {
    cudaMemset(d_distance, 0xff, n * sizeof(int));
    cudaMemcpy(d_distance, &zero, sizeof zero, cudaMemcpyHostToDevice);
    cudaMemcpy(d_queue[0], &zero, sizeof zero, cudaMemcpyHostToDevice);
    int level = 0, size = 1;
    bool found = true;
    while (way ? size > 0 : found) {
      if (way == 0) {
        cudaMemset(d_found, 0, sizeof(bool));
        level_by_vertices<<<(n + 255) / 256, 256>>>(d_first, d_edges, d_distance, n, level, d_found);
        cudaMemcpy(&found, d_found, sizeof found, cudaMemcpyDeviceToHost);
      } else {
        cudaMemset(d_size, 0, sizeof(int));
        level_by_queue<<<(size + 63) / 64, 64>>>(d_first, d_edges, d_distance, d_queue[level % 2], size, d_queue[1 - level % 2], d_size, level);
        cudaMemcpy(&size, d_size, sizeof size, cudaMemcpyDeviceToHost);
      }
      level++;
    }
    cudaMemcpy(distance.data(), d_distance, n * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0, reached = 0;
    for (int d : distance) if (d >= 0) reached++, sum += d;
    printf("%s: %d levels, %ld reached, sum of distances %ld, %s\n", way ? "queue" : "vertices", level, reached, sum,
           distance == expected ? "right" : "WRONG");
  }
  cudaFree(d_first), cudaFree(d_edges), cudaFree(d_distance), cudaFree(d_queue[0]), cudaFree(d_queue[1]), cudaFree(d_size), cudaFree(d_found);
  return 0;
}
