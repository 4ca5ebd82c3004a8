#include "runner/emulator/runtime/execution/warp_operations.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "runner/emulator/runtime/base/limits.hpp"
#include "runner/emulator/runtime/execution/matrix_product.hpp"

namespace cuda_emulator {
namespace {

template <class Visit>
void for_each_lane(std::uint32_t set, Visit visit) {
  for (; set; set &= set - 1) visit(static_cast<unsigned>(std::countr_zero(set)));
}

template <class Value, class Combine>
void reduce(std::uint32_t arrived, Thread* lanes, Combine combine) {
  auto total = static_cast<Value>(lanes[std::countr_zero(arrived)].value);
  for_each_lane(arrived & (arrived - 1), [&](unsigned lane) {
    total = static_cast<Value>(combine(total, static_cast<Value>(lanes[lane].value)));
  });
  for_each_lane(arrived, [&](unsigned lane) { lanes[lane].result = static_cast<std::uint32_t>(total); });
}

/// What is read from a lane that has not arrived is undefined; it is 0, as on an H200.
void shuffle(std::uint32_t arrived, Thread* lanes) {
  for_each_lane(arrived, [&](unsigned lane) {
    const unsigned source = lanes[lane].parameter;
    lanes[lane].result = (arrived >> source & 1) ? lanes[source].value : 0;
  });
}

std::uint32_t equal_lanes(std::uint32_t arrived, const Thread* lanes, std::uint64_t value) {
  std::uint32_t equal = 0;
  for_each_lane(arrived, [&](unsigned lane) { equal |= std::uint32_t{lanes[lane].value == value} << lane; });
  return equal;
}

/// Computes once all lanes have arrived; otherwise parts are missing. Each lane gets those that have arrived.
void compute(std::uint32_t arrived, Thread* lanes) {
  for_each_lane(arrived, [&](unsigned lane) { lanes[lane].result = arrived; });
  if (arrived != 0xffffffffu) return;
  std::array<WarpTask*, lanes_of_warp> tasks;
  for (unsigned lane = 0; lane < lanes_of_warp; ++lane)
    tasks[lane] = reinterpret_cast<WarpTask*>(lanes[lane].value);
  tasks[0]->run(tasks.data());
}

}  // namespace

void run_operation(WarpOperation operation, std::uint32_t arrived, Thread* lanes) {
  const auto all_get = [&](std::uint32_t result) {
    for_each_lane(arrived, [&](unsigned lane) { lanes[lane].result = result; });
  };
  const auto minimum = [](auto a, auto b) { return std::min(a, b); };
  const auto maximum = [](auto a, auto b) { return std::max(a, b); };
  switch (operation) {
    case WarpOperation::synchronise:
      return;
    case WarpOperation::shuffle:
      return shuffle(arrived, lanes);
    case WarpOperation::ballot:
      return all_get(arrived & ~equal_lanes(arrived, lanes, 0));
    case WarpOperation::match_any:
      return for_each_lane(arrived, [&](unsigned lane) {
        lanes[lane].result = equal_lanes(arrived, lanes, lanes[lane].value);
      });
    case WarpOperation::match_all: {
      const bool all = equal_lanes(arrived, lanes, lanes[std::countr_zero(arrived)].value) == arrived;
      return all_get(all ? arrived : 0);
    }
    case WarpOperation::reduce_add:
      return reduce<std::uint32_t>(arrived, lanes, [](auto a, auto b) { return a + b; });
    case WarpOperation::reduce_min_signed:
      return reduce<std::int32_t>(arrived, lanes, minimum);
    case WarpOperation::reduce_max_signed:
      return reduce<std::int32_t>(arrived, lanes, maximum);
    case WarpOperation::reduce_min_unsigned:
      return reduce<std::uint32_t>(arrived, lanes, minimum);
    case WarpOperation::reduce_max_unsigned:
      return reduce<std::uint32_t>(arrived, lanes, maximum);
    case WarpOperation::reduce_and:
      return reduce<std::uint32_t>(arrived, lanes, [](auto a, auto b) { return a & b; });
    case WarpOperation::reduce_or:
      return reduce<std::uint32_t>(arrived, lanes, [](auto a, auto b) { return a | b; });
    case WarpOperation::reduce_xor:
      return reduce<std::uint32_t>(arrived, lanes, [](auto a, auto b) { return a ^ b; });
    case WarpOperation::multiply_matrices:
      multiply_matrices(arrived, lanes);
      return all_get(arrived);
    case WarpOperation::compute:
      return compute(arrived, lanes);
  }
}

}  // namespace cuda_emulator
