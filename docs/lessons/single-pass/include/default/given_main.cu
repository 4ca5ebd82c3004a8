// Reads n and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void prefix_sums(const int* in, int* out, int n);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(2);
  const int n = read[0];
  const std::vector<int> in = given::numbers(n, read[1], 1000);
  std::vector<int> expected = in;
  for (int i = 1; i < n; ++i)
    expected[i] =
        static_cast<int>(static_cast<unsigned>(expected[i]) + static_cast<unsigned>(expected[i - 1]));
  given::OnDevice<int> on_device(in), out(n);
  const auto call = [&] { prefix_sums(on_device.data(), out.data(), n); };
  call();
  given::finish();
  given::compare("out", out.on_host(), expected);
  given::time_if_asked(argument_count, call);
}
