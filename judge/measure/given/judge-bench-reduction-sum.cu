#include "judge-bench.hpp"

extern "C" void reduction_sum(const int* values, long long* sum, std::size_t size, cudaStream_t stream);

namespace {

using judge_bench::Memory, judge_bench::random_values;
constexpr int most = 2'147'483'647;

bool is_right(std::size_t size, cudaStream_t stream) {
  const auto values = random_values(size, -most, most, 1);
  std::vector<long long> expected(1);
  for (const int value : values) expected[0] += value;
  const Memory<int> given(values);
  const Memory<long long> sum(std::vector<long long>{-1});
  reduction_sum(given.data(), sum.data(), size, stream);
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
  const std::size_t sets = judge_bench::sets_beyond_cache(4 * size);
  const Memory<int> values(random_values(sets * size, -most, most, 1));
  const Memory<long long> sum(1);
  const auto call = [&](cudaStream_t stream, std::size_t set) {
    reduction_sum(values.data() + set * size, sum.data(), size, stream);
  };
  judge_bench::print_times({call, sets}, repetitions);
}

}  // namespace

int main(int count, char** arguments) {
  return judge_bench::run(count, arguments, check, measure);
}
