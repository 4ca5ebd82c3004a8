// What printf returns on a device, and formats with widths, precisions and 64 bits.
#include <cstdio>
#include <cstdint>

struct Counts {
  int none, one, three, text;
};

__global__ void report(Counts *counts, int64_t large, const void *nothing) {
  counts->none = printf("plain\n");
  counts->one = printf("%5d|\n", 42);
  counts->three = printf("%-8s|%+.2e|%#x\n", "left", 12345.678, 255);
  counts->text = printf("%s %c%c\n", "strings", 'o', 'k');
  printf("%lld %llu %ld %zu\n", (long long)large, (unsigned long long)large, (long)-5, sizeof(double));
  printf("%08.3f %10.4g %%%d%%\n", 3.14159, 1e-7, 50);
  printf("%5.1f|%-5d|%05d|%+d|% d\n", 2.25, 7, 7, 7, 7);
  printf("null? %d\n", nothing == nullptr);
}

int main() {
  Counts *d, h;
  cudaMalloc(&d, sizeof(Counts));
  report<<<1, 1>>>(d, -1234567890123LL, nullptr);
  cudaMemcpy(&h, d, sizeof(Counts), cudaMemcpyDeviceToHost);
  printf("returned %d %d %d %d\n", h.none, h.one, h.three, h.text);
  cudaFree(d);
  return 0;
}
