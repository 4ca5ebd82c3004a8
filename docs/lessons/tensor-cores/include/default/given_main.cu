// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include <cuda_fp16.h>

#include "given.cuh"

void multiply(const __half* a, const __half* b, float* c, int n);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0] * 16;
  const std::vector<int> a = given::numbers(n * n, read[1], 16), b = given::numbers(n * n, read[1] + 1, 16);
  std::vector<int> expected(n * n);
  std::vector<__half> half_a(n * n), half_b(n * n);
  for (int at = 0; at < n * n; ++at) {
    half_a[at] = __float2half(a[at]);
    half_b[at] = __float2half(b[at]);
  }
  for (int row = 0; row < n; ++row)
    for (int k = 0; k < n; ++k)
      for (int column = 0; column < n; ++column)
        expected[row * n + column] += a[row * n + k] * b[k * n + column];
  given::OnDevice<__half> on_device_a(half_a), on_device_b(half_b);
  given::OnDevice<float> c(n * n);
  const auto call = [&] { multiply(on_device_a.data(), on_device_b.data(), c.data(), n); };
  call();
  given::finish();
  const std::vector<float> found = c.on_host();
  given::compare("c", std::vector<int>(found.begin(), found.end()), expected, n);
  given::time_if_asked(argument_count, call);
}
