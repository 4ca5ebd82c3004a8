// What a device makes of divisions that have no quotient.
#include <climits>
#include <cstdio>

template <class T>
__global__ void divide(const T* a, const T* b, T* quotients, T* rests, int n) {
  int i = threadIdx.x;
  if (i < n) quotients[i] = a[i] / b[i], rests[i] = a[i] % b[i];
}

template <class T>
void show(const char* name, const T (&a)[4], const T (&b)[4]) {
  T *memory;
  cudaMallocManaged(&memory, 16 * sizeof(T));
  for (int i = 0; i < 4; ++i) memory[i] = a[i], memory[4 + i] = b[i];
  divide<<<1, 4>>>(memory, memory + 4, memory + 8, memory + 12, 4);
  cudaDeviceSynchronize();
  printf("%s:", name);
  for (int i = 0; i < 4; ++i)
    printf("  %llx/%llx = %llx rest %llx", (unsigned long long)a[i], (unsigned long long)b[i],
           (unsigned long long)memory[8 + i], (unsigned long long)memory[12 + i]);
  printf("\n");
  cudaFree(memory);
}

int main() {
  show<int>("int", {7, -7, INT_MIN, 0}, {0, 0, -1, 0});
  show<unsigned>("unsigned", {7, 0, UINT_MAX, 9}, {0, 0, 0, 2});
  show<long long>("long long", {7, -7, LLONG_MIN, 0}, {0, 0, -1, 0});
  show<unsigned long long>("unsigned long long", {7, 0, ULLONG_MAX, 9}, {0, 0, 0, 2});
  show<short>("short", {7, -7, SHRT_MIN, 0}, {0, 0, -1, 0});
  show<long long>("long long that are short", {7, -7, 5, -9}, {0, 0, -1, -1});
  return 0;
}
