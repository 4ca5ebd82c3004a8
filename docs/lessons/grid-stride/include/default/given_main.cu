// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

__global__ void scale(int* values, int factor, int n);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0], factor = 3;
  const std::vector<int> values = given::numbers(n, read[1], 1000);
  std::vector<int> expected(n);
  for (int i = 0; i < n; ++i) expected[i] = factor * values[i];
  given::OnDevice<int> on_device(values);
  const auto call = [&] { scale<<<8, 128>>>(on_device.data(), factor, n); };  // the same grid for every n
  call();
  given::finish();
  given::compare("values", on_device.on_host(), expected);
  given::time_if_asked(argument_count, call);
}
