// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void sum(const int* values, int n, int* total);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0];
  const std::vector<int> values = given::numbers(n, read[1], 1000);
  unsigned expected = 0;
  for (int value : values) expected += static_cast<unsigned>(value);
  given::OnDevice<int> on_device(values), total(std::vector<int>{0});
  const auto call = [&] { sum(on_device.data(), n, total.data()); };
  call();
  given::finish();
  given::compare("total", total.on_host(), {static_cast<int>(expected)});
  given::time_if_asked(argument_count, call);
}
