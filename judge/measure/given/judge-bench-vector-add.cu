#include "judge-bench.hpp"

extern "C" void vector_add(const int* a, const int* b, long long* sum, std::size_t size, cudaStream_t stream);

namespace {

using judge_bench::Memory, judge_bench::random_values;
constexpr int most = 2'147'483'647;

bool is_right(std::size_t size, cudaStream_t stream) {
  const auto a = random_values(size, -most, most, 1), b = random_values(size, -most, most, 2);
  std::vector<long long> expected(size);
  for (std::size_t i = 0; i < size; ++i) expected[i] = static_cast<long long>(a[i]) + b[i];
  const Memory<int> first(a), second(b);
  const Memory<long long> sum(std::vector<long long>(size, -1));
  vector_add(first.data(), second.data(), sum.data(), size, stream);
  judge_bench::require(cudaGetLastError(), "launch");
  const std::string shape = "size " + std::to_string(size);
  return judge_bench::matches(shape.c_str(), expected, sum.values(stream), std::equal_to<long long>());
}

bool check(cudaStream_t stream) {
  for (const std::size_t size : {1, 2, 31, 256, 257, 1000, 4099, 70'001})
    if (!is_right(size, stream)) return false;
  return true;
}

void measure(std::size_t size, int repetitions) {
  const std::size_t sets = judge_bench::sets_beyond_cache(16 * size);
  const Memory<int> a(random_values(sets * size, -most, most, 1)),
      b(random_values(sets * size, -most, most, 2));
  const Memory<long long> sum(sets * size);
  const auto call = [&](cudaStream_t stream, std::size_t set) {
    vector_add(a.data() + set * size, b.data() + set * size, sum.data() + set * size, size, stream);
  };
  judge_bench::print_times({call, sets}, repetitions);
}

}  // namespace

int main(int count, char** arguments) {
  return judge_bench::run(count, arguments, check, measure);
}
