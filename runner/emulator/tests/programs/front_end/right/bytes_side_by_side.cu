// Neighbouring bytes and halves of a struct are written by different threads: they share words, but no memory.
#include <cstdio>

struct Pair {
  short first, second;
};

__global__ void letters(char *text, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) text[i] = 'a' + i % 26;
}

__global__ void halves(Pair *pairs, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 2 * n) return;
  if (i % 2) pairs[i / 2].second = i;
  else pairs[i / 2].first = -i;
}

__global__ void bits(const char *text, int n, unsigned *vowels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool vowel = i < n && (text[i] == 'a' || text[i] == 'e' || text[i] == 'i' || text[i] == 'o' || text[i] == 'u');
  unsigned word = __ballot_sync(0xffffffff, vowel);
  if (threadIdx.x % 32 == 0 && i < n) vowels[i / 32] = word;
}

int main() {
  const int n = 101;
  char *text, h[n + 1] = {};
  Pair *pairs, p[n];
  unsigned *vowels, v[4];
  cudaMalloc(&text, n);
  cudaMalloc(&pairs, sizeof p);
  cudaMalloc(&vowels, sizeof v);
  letters<<<7, 15>>>(text, n);
  halves<<<5, 41>>>(pairs, n);
  bits<<<2, 64>>>(text, n, vowels);
  cudaMemcpy(h, text, n, cudaMemcpyDeviceToHost);
  cudaMemcpy(p, pairs, sizeof p, cudaMemcpyDeviceToHost);
  cudaMemcpy(v, vowels, sizeof v, cudaMemcpyDeviceToHost);
  printf("%s\n%d %d %d %d\n", h, p[0].second, p[50].first, p[50].second, p[100].first);
  printf("%08x %08x %08x %08x\n", v[0], v[1], v[2], v[3]);
  cudaFree(text), cudaFree(pairs), cudaFree(vowels);
}
