// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void histogram(const int* values, int n, int* bins);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0], bin_count = 64;
  const std::vector<int> values = given::numbers(n, read[1], bin_count);
  std::vector<int> expected(bin_count);
  for (int value : values) ++expected[value];
  given::OnDevice<int> on_device(values), bins(std::vector<int>(bin_count, 0));
  const auto call = [&] { histogram(on_device.data(), n, bins.data()); };
  call();
  given::finish();
  given::compare("bins", bins.on_host(), expected);
  given::time_if_asked(argument_count, call);
}
