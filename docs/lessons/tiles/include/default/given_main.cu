// Reads rows, columns and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void transpose(const int* in, int* out, int rows, int columns);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(3);
  const int rows = read[0], columns = read[1];
  const std::vector<int> in = given::numbers(rows * columns, read[2], 1000);
  std::vector<int> expected(rows * columns);
  for (int i = 0; i < rows * columns; ++i) expected[i % columns * rows + i / columns] = in[i];
  given::OnDevice<int> on_device(in), out(rows * columns);
  const auto call = [&] { transpose(on_device.data(), out.data(), rows, columns); };
  call();
  given::finish();
  given::compare("out", out.on_host(), expected, rows);
  given::time_if_asked(argument_count, call);
}
