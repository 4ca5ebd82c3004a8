// Reads n and a seed from standard input and says whether the exercise computes what it should. The emulated GPU has 1 MiB
// of memory here; a real one has what it has.
#include "given.cuh"

unsigned long long sum_of_squares(const int* values, size_t n);

int main(int argument_count, char**) {
  setenv("CUDA_EMULATOR_MEMORY_MIB", "1", 1);
  const std::vector<int> read = given::read(2);
  const std::vector<int> values = given::numbers(read[0], read[1], 10);
  unsigned expected = 0;
  for (const int value : values) expected += static_cast<unsigned>(value * value);
  unsigned long long found = 0;
  const auto call = [&] { found = sum_of_squares(values.data(), values.size()); };
  call();
  given::finish();
  given::compare("sum_of_squares", {static_cast<int>(found)}, {static_cast<int>(expected)});
  given::time_if_asked(argument_count, call);
}
