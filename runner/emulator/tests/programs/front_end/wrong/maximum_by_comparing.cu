// The maximum: compared first and stored then, with others in between.
#include <iostream>
#include <cstdlib>
using namespace std;

static void HandleError(cudaError_t err, const char *file, int line) {
    if (err != cudaSuccess) {
        cout << cudaGetErrorString(err) << " in " << file << " at line " << line << endl;
        exit(EXIT_FAILURE);
    }
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

__global__ void maximum(const int *v, int n, int *best) {
    int id = threadIdx.x + blockIdx.x * blockDim.x;
    if (id >= n) return;
#ifdef REPAIRED
    atomicMax(best, v[id]);
#else
    if (v[id] > *best) *best = v[id];  // fault: global-memory-race
#endif
}

int main() {
    const int n = 2222;
    int v[n], *dv, *dbest, best = 0;
    for (int i = 0; i < n; i++) v[i] = (i * 1237) % 5003;
    HANDLE_ERROR(cudaMalloc(&dv, n * sizeof(int)));
    HANDLE_ERROR(cudaMalloc(&dbest, sizeof(int)));
    HANDLE_ERROR(cudaMemcpy(dv, v, n * sizeof(int), cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dbest, &best, sizeof(int), cudaMemcpyHostToDevice));
    maximum<<<(n + 255) / 256, 256>>>(dv, n, dbest);
    HANDLE_ERROR(cudaMemcpy(&best, dbest, sizeof(int), cudaMemcpyDeviceToHost));
    cout << "maximum " << best << endl;
    HANDLE_ERROR(cudaFree(dv));
    HANDLE_ERROR(cudaFree(dbest));
    return 0;
}
