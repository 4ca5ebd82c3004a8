// Connected components: labels spread by atomicMin until a flag that many threads set stays clear.
#include <cstdio>
#include <vector>
#include <set>

#define CUDA_SAFE_CALL(call) {                                          \
    cudaError err = call;                                               \
    if (cudaSuccess != err) {                                           \
        fprintf(stderr, "Cuda error in file '%s' in line %i : %s.\n",   \
                __FILE__, __LINE__, cudaGetErrorString(err));           \
        exit(EXIT_FAILURE);                                             \
    } }

__global__ void spread(const int2 *edges, int m, int *label, int *changed)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= m) return;
    int2 edge = edges[e];
    int lowest = min(atomicAdd(&label[edge.x], 0), atomicAdd(&label[edge.y], 0));
    if (atomicMin(&label[edge.x], lowest) > lowest) *changed = 1;
    if (atomicMin(&label[edge.y], lowest) > lowest) *changed = 1;
}

int main()
{
    const int n = 600;
    std::vector<int2> edges;
    for (int i = 0; i < n; i++)
        if (i + 6 < n && i % 41 != 3) edges.push_back(make_int2(i, i + 6));
    edges.push_back(make_int2(500, 5));
    const int m = edges.size();
    std::vector<int> label(n);
    for (int i = 0; i < n; i++) label[i] = i;
    int2 *d_edges;
    int *d_label, *d_changed, changed;
    CUDA_SAFE_CALL(cudaMalloc(&d_edges, m * sizeof(int2)));
    CUDA_SAFE_CALL(cudaMalloc(&d_label, n * sizeof(int)));
    CUDA_SAFE_CALL(cudaMalloc(&d_changed, sizeof(int)));
    CUDA_SAFE_CALL(cudaMemcpy(d_edges, &edges[0], m * sizeof(int2), cudaMemcpyHostToDevice));
    CUDA_SAFE_CALL(cudaMemcpy(d_label, &label[0], n * sizeof(int), cudaMemcpyHostToDevice));
    do {
        CUDA_SAFE_CALL(cudaMemset(d_changed, 0, sizeof(int)));
        spread<<<(m + 63) / 64, 64>>>(d_edges, m, d_label, d_changed);
        CUDA_SAFE_CALL(cudaMemcpy(&changed, d_changed, sizeof(int), cudaMemcpyDeviceToHost));
    } while (changed);
    CUDA_SAFE_CALL(cudaMemcpy(&label[0], d_label, n * sizeof(int), cudaMemcpyDeviceToHost));
    std::set<int> roots(label.begin(), label.end());
    printf("%d edges, %d components, 599 belongs to %d, 505 to %d\n", m, (int)roots.size(), label[599], label[505]);
    CUDA_SAFE_CALL(cudaFree(d_edges));
    CUDA_SAFE_CALL(cudaFree(d_label));
    CUDA_SAFE_CALL(cudaFree(d_changed));
    return 0;
}
