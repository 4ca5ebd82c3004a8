// Solves linear systems modulo a prime by Gauss's elimination; a thread for each element below the pivot.
#include <cstdio>
#include <vector>

typedef unsigned int u32;
typedef unsigned long long u64;
#define P 998244353u

__host__ __device__ u32 mul(u32 a, u32 b) { return (u64)a * b % P; }
__host__ __device__ u32 power(u32 base, u32 e) {
  u32 r = 1;
  for (; e; e >>= 1, base = mul(base, base))
    if (e & 1) r = mul(r, base);
  return r;
}

// The first row from k on with an element that is not 0 becomes row k.
__global__ void pivot(u32 *a, int n, int k, int *singular) {
  __shared__ int row;
  if (threadIdx.x == 0) row = n;
  __syncthreads();
  for (int r = k + threadIdx.x; r < n; r += blockDim.x)
    if (a[r * (n + 1) + k]) atomicMin(&row, r);
  __syncthreads();
  if (row == n) {
    if (threadIdx.x == 0) *singular = 1;
    return;
  }
  for (int c = threadIdx.x; c <= n; c += blockDim.x) {
    u32 t = a[k * (n + 1) + c];
    a[k * (n + 1) + c] = a[row * (n + 1) + c];
    a[row * (n + 1) + c] = t;
  }
}

__global__ void factors(const u32 *a, u32 *f, int n, int k) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n) f[r] = r == k ? 0 : mul(a[r * (n + 1) + k], power(a[k * (n + 1) + k], P - 2));
}

__global__ void eliminate(u32 *a, const u32 *f, int n, int k) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < n && r != k && c >= k && c <= n)
    a[r * (n + 1) + c] = (a[r * (n + 1) + c] + (u64)(P - f[r]) * a[k * (n + 1) + c]) % P;
}

__global__ void solution(const u32 *a, u32 *x, int n) {
  int r = threadIdx.x;
  if (r < n) x[r] = mul(a[r * (n + 1) + n], power(a[r * (n + 1) + r], P - 2));
}

int main() {
  for (int n : {1, 2, 5, 33}) {
    std::vector<u32> a(n * (n + 1)), x(n);
    for (int r = 0; r < n; r++) {
      u64 right = 0;
      for (int c = 0; c < n; c++) {
        u32 v = r == c && r % 3 == 0 && n > 1 ? 0 : power(3 + r * 7 + c * 13, 1000 + r);
        a[r * (n + 1) + c] = v;
        right += mul(v, c + 1);  // so that x is 1, 2, 3...
      }
      a[r * (n + 1) + n] = right % P;
    }
    u32 *d_a, *d_f, *d_x;
    int *d_singular, singular = 0;
    cudaMalloc(&d_a, a.size() * 4), cudaMalloc(&d_f, n * 4), cudaMalloc(&d_x, n * 4), cudaMalloc(&d_singular, 4);
    cudaMemcpy(d_a, a.data(), a.size() * 4, cudaMemcpyHostToDevice);
    cudaMemcpy(d_singular, &singular, 4, cudaMemcpyHostToDevice);
    for (int k = 0; k < n; k++) {
      pivot<<<1, 64>>>(d_a, n, k, d_singular);
      factors<<<(n + 31) / 32, 32>>>(d_a, d_f, n, k);
      eliminate<<<dim3(n / 16 + 1, n / 16 + 1), dim3(16, 16)>>>(d_a, d_f, n, k);
    }
    solution<<<1, n>>>(d_a, d_x, n);
    cudaMemcpy(&singular, d_singular, 4, cudaMemcpyDeviceToHost);
    cudaMemcpy(x.data(), d_x, n * 4, cudaMemcpyDeviceToHost);
    printf("n = %d%s:", n, singular ? " singular" : "");
    for (int i = 0; i < n; i++) printf(" %u", x[i]);
    printf("\n");
    cudaFree(d_a), cudaFree(d_f), cudaFree(d_x), cudaFree(d_singular);
  }
}
