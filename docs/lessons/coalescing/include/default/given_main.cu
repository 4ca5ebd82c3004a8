// Reads rows, columns and a seed from standard input and says whether the exercise computes what it should.
#include "given.cuh"

void add_row_numbers(int* matrix, int rows, int columns);

int main(int argument_count, char**) {
  const std::vector<int> read = given::read(3);
  const int rows = read[0], columns = read[1];
  std::vector<int> matrix = given::numbers(rows * columns, read[2], 1000);
  given::OnDevice<int> on_device(matrix);
  for (int i = 0; i < rows * columns; ++i) matrix[i] += i / columns;
  const auto call = [&] { add_row_numbers(on_device.data(), rows, columns); };
  call();
  given::finish();
  given::compare("matrix", on_device.on_host(), matrix, columns);
  given::time_if_asked(argument_count, call);
}
