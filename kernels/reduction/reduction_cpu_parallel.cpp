// One contiguous chunk of the values for each core that the process may use; each chunk is reduced by
// cpu-loop on a thread of its own, one by the calling thread, and the chunks' results are combined at
// the end. That is allowed because all four reductions are associative.
//
// A chunk takes a core longer than it takes to start and join a thread, some 20 us once a process has started
// threads before (the first costs several times that): smaller inputs are left to the calling thread.
//
// Work: N operations and one more a core. Traffic: 4 bytes read a value; a few cores saturate the memory.

#include <algorithm>
#include <vector>

#include "base/given_cores.hpp"
#include "base/on_cores.hpp"
#include "kernels/reduction/chunks.hpp"
#include "kernels/reduction/combine.hpp"
#include "kernels/reduction/reduction.hpp"

namespace kernels {

template <class T>
ReductionResult<T> reduction_cpu_loop(std::span<const T> values, Reduction reduction);

namespace {

/// A modular multiplication takes twice as long as an addition or a comparison, or somewhat more.
std::size_t smallest_chunk(Reduction reduction) {
  return reduction == Reduction::product ? 1 << 16 : 1 << 17;
}

}  // namespace

std::int64_t reduce_in_chunks(std::span<const std::int32_t> values, Reduction reduction, std::size_t chunks) {
  chunks = std::clamp<std::size_t>(chunks, 1, std::max<std::size_t>(values.size(), 1));
  std::vector<std::int64_t> partials(chunks);
  const std::size_t size = values.size() / chunks;
  const auto reduce_chunk = [&](std::size_t chunk) {
    const bool last = chunk + 1 == chunks;
    partials[chunk] =
        reduction_cpu_loop(values.subspan(chunk * size, last ? std::dynamic_extent : size), reduction);
  };
  base::on_cores(static_cast<unsigned>(chunks), chunks, reduce_chunk);
  std::int64_t result = partials.front();
  for (std::size_t chunk = 1; chunk < chunks; ++chunk) result = combine(result, partials[chunk], reduction);
  return result;
}

std::int64_t reduction_cpu_parallel(std::span<const std::int32_t> values, Reduction reduction) {
  const std::size_t worthwhile = values.size() / smallest_chunk(reduction);
  return reduce_in_chunks(values, reduction, std::min<std::size_t>(worthwhile, base::cores_to_use()));
}

}  // namespace kernels
