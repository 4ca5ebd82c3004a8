// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void add(const int* a, const int* b, int* sums, int n);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0];
  const std::vector<int> a = given::numbers(n, read[1], 1000), b = given::numbers(n, read[1] + 1, 1000);
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = a[i] + b[i];
  given::OnDevice<int> on_device_a(a), on_device_b(b), sums(n);
  const auto call = [&] { add(on_device_a.data(), on_device_b.data(), sums.data(), n); };
  call();
  given::finish();
  given::compare("sums", sums.on_host(), expected);
  given::time_if_asked(argument_count, call);
}
