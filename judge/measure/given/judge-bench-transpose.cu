#include "judge-bench.hpp"

extern "C" void transpose(const int* in, int* out, std::size_t rows, std::size_t columns,
                          cudaStream_t stream);

namespace {

using judge_bench::Memory, judge_bench::random_values;
constexpr int most = 2'147'483'647;

bool is_right(std::size_t rows, std::size_t columns, cudaStream_t stream) {
  const auto in = random_values(rows * columns, -most, most, 1);
  std::vector<int> expected(in.size());
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      expected[column * rows + row] = in[row * columns + column];
  const Memory<int> given(in), out(std::vector<int>(in.size(), -1));
  transpose(given.data(), out.data(), rows, columns, stream);
  judge_bench::require(cudaGetLastError(), "launch");
  const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
  return judge_bench::matches(shape.c_str(), expected, out.values(stream), std::equal_to<int>());
}

bool check(cudaStream_t stream) {
  constexpr std::size_t shapes[][2] = {{1, 1}, {1, 7}, {32, 32}, {33, 65}, {100, 3}, {130, 257}};
  for (const auto& [rows, columns] : shapes)
    if (!is_right(rows, columns, stream)) return false;
  return true;
}

void measure(std::size_t side, int repetitions) {
  const std::size_t size = side * side, sets = judge_bench::sets_beyond_cache(8 * size);
  const Memory<int> in(random_values(sets * size, -most, most, 1)), out(sets * size);
  const auto call = [&](cudaStream_t stream, std::size_t set) {
    transpose(in.data() + set * size, out.data() + set * size, side, side, stream);
  };
  judge_bench::print_times({call, sets}, repetitions);
}

}  // namespace

int main(int count, char** arguments) {
  return judge_bench::run(count, arguments, check, measure);
}
