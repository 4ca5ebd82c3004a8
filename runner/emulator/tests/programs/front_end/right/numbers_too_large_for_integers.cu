// What a device makes of numbers that are too large for an integer type.
#include <cmath>
#include <cstdio>

template <class From, class To>
__global__ void cast(const From* x, To* y, int n) {
  int i = threadIdx.x;
  if (i < n) y[i] = (To)x[i];
}

template <class From, class To>
void show(const char* name) {
  const double values[10] = {3e10, -3e10, 1e30, -1e30, -1.5, 300.7, 70000.2, NAN, INFINITY, -INFINITY};
  From* x;
  To* y;
  cudaMallocManaged(&x, 10 * sizeof(From));
  cudaMallocManaged(&y, 10 * sizeof(To));
  for (int i = 0; i < 10; ++i) x[i] = (From)values[i];
  cast<<<1, 10>>>(x, y, 10);
  cudaDeviceSynchronize();
  printf("%s:", name);
  for (int i = 0; i < 10; ++i) printf(" %lld", (long long)y[i]);
  printf("\n");
  cudaFree(x), cudaFree(y);
}

int main() {
  show<float, int>("float to int");
  show<float, unsigned>("float to unsigned");
  show<float, long long>("float to long long");
  show<float, unsigned long long>("float to unsigned long long");
  show<float, short>("float to short");
  show<float, unsigned short>("float to unsigned short");
  show<float, signed char>("float to signed char");
  show<float, unsigned char>("float to unsigned char");
  show<double, int>("double to int");
  show<double, unsigned>("double to unsigned");
  show<double, long long>("double to long long");
  show<double, unsigned long long>("double to unsigned long long");
  show<double, short>("double to short");
  show<double, unsigned char>("double to unsigned char");
  return 0;
}
