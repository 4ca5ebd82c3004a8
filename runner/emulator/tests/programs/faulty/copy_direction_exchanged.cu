// Input is copied with the direction for results.
#include <iostream>
using namespace std;

static bool failed(cudaError_t error, const char *what)
{
    if (error != cudaSuccess)
        cerr << what << ": " << cudaGetErrorString(error) << endl;
    return error != cudaSuccess;
}

__global__ void twice(int *a) { a[threadIdx.x] *= 2; }

int main()
{
    int a[32], *d_a;
    for (int i = 0; i < 32; i++) a[i] = i;
    if (failed(cudaMalloc(&d_a, sizeof(a)), "malloc")) return 1;
#ifdef REPAIRED
    bool ok = !failed(cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyHostToDevice), "copy in");
#else
    bool ok = !failed(cudaMemcpy(d_a, a, sizeof(a), cudaMemcpyDeviceToHost), "copy in"); // fault: device-memory-on-host
#endif
    if (ok) {
        twice<<<1, 32>>>(d_a);
        ok = !failed(cudaMemcpy(a, d_a, sizeof(a), cudaMemcpyDeviceToHost), "copy out");
    }
    if (ok) cout << a[31] << endl;
    cudaFree(d_a);
    return !ok;
}
