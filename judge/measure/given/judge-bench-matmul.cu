#include <cmath>

#include "judge-bench.hpp"

extern "C" void matmul(const float* a, const float* b, float* c, std::size_t m, std::size_t k, std::size_t n,
                       cudaStream_t stream);

namespace {

using judge_bench::Memory, judge_bench::random_values;

bool is_right(std::size_t m, std::size_t k, std::size_t n, cudaStream_t stream) {
  const auto a = random_values(m * k, -1.0F, 1.0F, 1), b = random_values(k * n, -1.0F, 1.0F, 2);
  std::vector<float> expected(m * n);
  for (std::size_t row = 0; row < m; ++row)
    for (std::size_t column = 0; column < n; ++column) {
      double sum = 0;
      for (std::size_t i = 0; i < k; ++i) sum += double{a[row * k + i]} * b[i * n + column];
      expected[row * n + column] = static_cast<float>(sum);
    }
  const Memory<float> left(a), right(b), product(std::vector<float>(m * n, std::nanf("")));
  matmul(left.data(), right.data(), product.data(), m, k, n, stream);
  judge_bench::require(cudaGetLastError(), "launch");
  // Sums in float, in whichever order: each product is at most 1.
  const double bound = 1.2e-7 * static_cast<double>(k) * static_cast<double>(k);
  const std::string shape =
      std::to_string(m) + " x " + std::to_string(k) + " by " + std::to_string(k) + " x " + std::to_string(n);
  return judge_bench::matches(
      shape.c_str(), expected, product.values(stream),
      [&](float wanted, float found) { return std::abs(double{wanted} - found) <= bound; });
}

bool check(cudaStream_t stream) {
  constexpr std::size_t shapes[][3] = {{1, 1, 1},    {3, 5, 7},     {16, 16, 16},
                                       {33, 17, 65}, {100, 1, 100}, {64, 128, 32}};
  for (const auto& [m, k, n] : shapes)
    if (!is_right(m, k, n, stream)) return false;
  return true;
}

void measure(std::size_t side, int repetitions) {
  const Memory<float> a(random_values(side * side, -1.0F, 1.0F, 1)),
      b(random_values(side * side, -1.0F, 1.0F, 2));
  const Memory<float> c(side * side);
  const auto call = [&](cudaStream_t stream, std::size_t) {
    matmul(a.data(), b.data(), c.data(), side, side, side, stream);
  };
  judge_bench::print_times({call, 1}, repetitions);
}

}  // namespace

int main(int count, char** arguments) {
  return judge_bench::run(count, arguments, check, measure);
}
