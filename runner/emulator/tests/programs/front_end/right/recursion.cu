// Recursive functions on the device: plain, mutual, noinline, forced inline, and as a template.
#include <iostream>
using namespace std;

__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

__device__ bool odd(int n);
__device__ bool even(int n) { return n == 0 ? true : odd(n - 1); }
__device__ bool odd(int n) { return n == 0 ? false : even(n - 1); }

__device__ __noinline__ int ackermann(int m, int n)
{
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

__device__ __forceinline__ int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

template <int n> __device__ __forceinline__ long long factorial() { return n * factorial<n - 1>(); }
template <> __device__ __forceinline__ long long factorial<0>() { return 1; }

__device__ void quicksort(int *a, int low, int high)
{
    if (low >= high) return;
    int pivot = a[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (a[i] < pivot) i++;
        while (a[j] > pivot) j--;
        if (i <= j) { int t = a[i]; a[i++] = a[j]; a[j--] = t; }
    }
    quicksort(a, low, j);
    quicksort(a, i, high);
}

__global__ void run(long long *out, int *array, int n)
{
    int t = threadIdx.x;
    out[t] = fib(t);
    if (t == 0) out[32] = even(77) * 10 + odd(77);
    if (t == 1) out[33] = ackermann(2, 3);
    if (t == 2) out[34] = gcd(1071, 462);
    if (t == 3) out[35] = factorial<15>();
    if (t == 4) quicksort(array, 0, n - 1);
}

int main()
{
    const int n = 61;
    long long h[36], *d;
    int a[n], *da;
    for (int i = 0; i < n; i++) a[i] = i * 17 % 61 - 30;
    cudaDeviceSetLimit(cudaLimitStackSize, 8192);  // the default is 1 KiB a thread
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&da, sizeof a);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
    run<<<1, 16>>>(d, da, n);
    cudaMemcpy(h, d, 16 * sizeof *h, cudaMemcpyDeviceToHost);
    cudaMemcpy(h + 32, d + 32, 4 * sizeof *h, cudaMemcpyDeviceToHost);
    cudaMemcpy(a, da, sizeof a, cudaMemcpyDeviceToHost);
    cout << h[10] << " " << h[15] << " | " << h[32] << " " << h[33] << " " << h[34] << " " << h[35] << endl;
    for (int i = 0; i < n; i += 12) cout << a[i] << " ";
    cout << endl;
    cudaFree(d);
    cudaFree(da);
}
