// Divides the bounds of a batch into parts; each free core takes the next one, which cpu-bpsw answers. A part
// of 512 bounds takes 300 us near 2^64, ten times as long as starting a thread.

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "base/given_cores.hpp"
#include "base/on_cores.hpp"
#include "kernels/largest_prime/largest_prime.hpp"

namespace kernels {

LargestPrimeFunction largest_prime_cpu_bpsw;

void largest_prime_cpu_bpsw_parallel(std::span<const std::uint64_t> bounds, std::span<std::uint64_t> primes) {
  assert(bounds.size() == primes.size());
  constexpr std::size_t part_size = largest_prime_part_size;
  const std::size_t parts = (bounds.size() + part_size - 1) / part_size;
  base::on_cores(base::cores_to_use(), parts, [&](std::size_t part) {
    const std::size_t first = part * part_size, size = std::min(part_size, bounds.size() - first);
    largest_prime_cpu_bpsw(bounds.subspan(first, size), primes.subspan(first, size));
  });
}

}  // namespace kernels
