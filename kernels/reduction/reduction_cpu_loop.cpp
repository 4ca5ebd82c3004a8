#include <algorithm>

#include "kernels/reduction/reduction.hpp"

namespace kernels {

namespace {

std::int64_t sum_of(std::span<const std::int32_t> values) {
  std::int64_t sum = 0;
  for (const std::int32_t value : values) sum += value;
  return sum;
}

std::int64_t product_of(std::span<const std::int32_t> values) {
  std::int64_t product = 1;
  for (const std::int32_t value : values) {
    product = product * (value % reduction_modulus) % reduction_modulus;
  }
  return product < 0 ? product + reduction_modulus : product;
}

}  // namespace

std::int64_t reduction_cpu_loop(std::span<const std::int32_t> values, Reduction reduction) {
  switch (reduction) {
    case Reduction::sum:
      return sum_of(values);
    case Reduction::product:
      return product_of(values);
    case Reduction::min:
      return *std::ranges::min_element(values);
    case Reduction::max:
      return *std::ranges::max_element(values);
  }
  return 0;
}

}  // namespace kernels
