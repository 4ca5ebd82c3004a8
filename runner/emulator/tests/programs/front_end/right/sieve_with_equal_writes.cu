// The sieve of Eratosthenes: multiples are crossed out by several threads at once, always with the same value.
#include <iostream>
#include <vector>

__global__ void sieve(unsigned char *composite, int n) {
  int p = blockIdx.x * blockDim.x + threadIdx.x + 2;
  if (p * p >= n) return;
  for (int m = p * p; m < n; m += p) composite[m] = 1;
}

__global__ void count(const unsigned char *composite, int n, int *primes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool prime = i >= 2 && i < n && !composite[i];
  int inBlock = __syncthreads_count(prime);
  if (threadIdx.x == 0) atomicAdd(primes, inBlock);
}

int main() {
  for (int n : {10, 1000, 30011}) {
    unsigned char *composite;
    int *primes, found;
    cudaMalloc(&composite, n);
    cudaMalloc(&primes, sizeof(int));
    cudaMemset(composite, 0, n);
    cudaMemset(primes, 0, sizeof(int));
    sieve<<<3, 64>>>(composite, n);
    count<<<(n + 255) / 256, 256>>>(composite, n, primes);
    cudaMemcpy(&found, primes, sizeof found, cudaMemcpyDeviceToHost);
    std::cout << found << " primes below " << n << '\n';
    cudaFree(composite);
    cudaFree(primes);
  }
}
