// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void multiply(const int* a, const int* b, int* c, int n);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0];
  const std::vector<int> a = given::numbers(n * n, read[1], 100), b = given::numbers(n * n, read[1] + 1, 100);
  std::vector<int> expected(n * n);
  for (int row = 0; row < n; ++row)
    for (int k = 0; k < n; ++k)
      for (int column = 0; column < n; ++column)
        expected[row * n + column] += a[row * n + k] * b[k * n + column];
  given::OnDevice<int> on_device_a(a), on_device_b(b), c(n * n);
  const auto call = [&] { multiply(on_device_a.data(), on_device_b.data(), c.data(), n); };
  call();
  given::finish();
  given::compare("c", c.on_host(), expected, n);
  given::time_if_asked(argument_count, call);
}
