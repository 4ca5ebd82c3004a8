// One chunk of the values for each core that the process may use; each chunk is reduced by cpu-loop on a
// thread of its own, the last by the calling thread, and the chunks' results are combined at the end. That is
// allowed because all four reductions are associative.
//
// Starting a thread costs some 50 us, in which one core sums two hundred thousand values: chunks stay larger
// than that, so that a small input is left to one thread.
//
// Work: N operations and one more a core. Traffic: 4 bytes read a value; a few cores saturate the memory.

#include <algorithm>
#include <thread>
#include <vector>

#include "kernels/common/cores.hpp"
#include "kernels/reduction/reduction.hpp"

namespace kernels {

ReductionFunction reduction_cpu_loop;

namespace {

constexpr std::size_t smallest_chunk = 1 << 18;

std::int64_t combine(std::span<const std::int64_t> partials, Reduction reduction) {
  std::int64_t result = partials.front();
  for (const std::int64_t partial : partials.subspan(1)) {
    switch (reduction) {
      case Reduction::sum:
        result += partial;
        break;
      case Reduction::product:
        result = result * partial % reduction_modulus;
        break;
      case Reduction::min:
        result = std::min(result, partial);
        break;
      case Reduction::max:
        result = std::max(result, partial);
        break;
    }
  }
  return result;
}

}  // namespace

std::int64_t reduction_cpu_parallel(std::span<const std::int32_t> values, Reduction reduction) {
  const std::size_t chunks = std::clamp<std::size_t>(values.size() / smallest_chunk, 1, usable_cores());
  std::vector<std::int64_t> partials(chunks);
  const auto reduce_chunk = [&](std::size_t chunk) {
    const std::size_t begin = values.size() / chunks * chunk;
    const std::size_t end = chunk + 1 == chunks ? values.size() : begin + values.size() / chunks;
    partials[chunk] = reduction_cpu_loop(values.subspan(begin, end - begin), reduction);
  };
  {
    std::vector<std::jthread> threads;  // joined where they go out of scope, also when one cannot be started
    for (std::size_t chunk = 0; chunk + 1 < chunks; ++chunk) threads.emplace_back(reduce_chunk, chunk);
    reduce_chunk(chunks - 1);
  }
  return combine(partials, reduction);
}

}  // namespace kernels
