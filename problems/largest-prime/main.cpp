#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <vector>

#include "kernels/largest_prime/largest_prime.hpp"
#include "problems/common/input_error.hpp"
#include "problems/common/program.hpp"

namespace {

struct LargestPrime {
  static constexpr std::string_view id = "largest-prime";
  static constexpr std::string_view summary = "Finds the largest prime below each number.";
  static constexpr std::string_view size_unit = kernels::largest_prime_size_unit;
  static constexpr std::string_view auto_rule =
      "cpu-sieve when many numbers share a short range (the largest is at most 200 times their count), "
      "else cpu-bpsw; gpu-bpsw where that would take half a second or more and there is a GPU";

  struct Input {
    std::vector<std::uint64_t> bounds;
    std::uint64_t largest = 0;
    std::exception_ptr malformed = nullptr;  ///< what comes after these bounds, in a later part of a stream
  };
  using Output = std::vector<std::uint64_t>;
  using Variant = kernels::LargestPrimeVariant;

  static std::span<const Variant> variants() { return kernels::largest_prime_variants(); }

  static Input read(problems::Reader& reader) {
    Input input;
    read_bounds(reader, input);
    return input;
  }

  /// What precedes malformed input is answered before that is reported.
  static bool read_on(problems::Reader& reader, Input& input) {
    if (input.malformed) std::rethrow_exception(input.malformed);
    if (reader.at_end()) return false;
    input = {};
    try {
      read_bounds(reader, input);
    } catch (const problems::InputError&) {
      if (input.bounds.empty()) throw;
      input.malformed = std::current_exception();
    }
    return true;
  }

  static void read_bounds(problems::Reader& reader, Input& input) {
    constexpr std::size_t most_at_once = 1 << 20;
    do {
      const auto bound = reader.integer<std::uint64_t>(0, std::numeric_limits<std::uint64_t>::max(), "N");
      input.bounds.push_back(bound);
      input.largest = std::max(input.largest, bound);
    } while (input.bounds.size() < most_at_once && reader.items_are_here() && !reader.at_end());
  }

  static std::uint64_t size(const Input& input) { return input.largest; }

  static std::uint64_t size_of_both(std::uint64_t one, std::uint64_t other) { return std::max(one, other); }

  static std::string_view choose(const Input& input) {
    constexpr std::uint64_t numbers_a_bound_pays_for = 200;
    const bool is_dense = input.largest / numbers_a_bound_pays_for < input.bounds.size();
    // Measured: the sieve takes 2 ns for each number in the range and 120 ns
    // for each bound, cpu-bpsw 10 ns for each bit of each bound. A GPU has
    // started after 350 ms, and what is left takes it no time to speak of.
    constexpr double seconds_a_gpu_pays_for = 0.5;
    const auto largest = static_cast<double>(input.largest),
               bounds = static_cast<double>(input.bounds.size());
    const auto bits = static_cast<double>(std::bit_width(input.largest));
    const double cpu_seconds = 1e-9 * (is_dense ? 2 * largest + 120 * bounds : 10 * bounds * bits);
    if (cpu_seconds > seconds_a_gpu_pays_for && kernels::fast_gpu_supported()) return "gpu-bpsw";
    return is_dense ? "cpu-sieve" : "cpu-bpsw";
  }

  static Output solve(const Variant& variant, const Input& input) {
    Output primes(input.bounds.size());
    variant.run(input.bounds, primes);
    return primes;
  }

  static void print(const Input&, const Output& primes, problems::Writer& writer) {
    writer.items(primes.size(), [&](problems::Writer& out, std::size_t begin, std::size_t end) {
      for (std::size_t k = begin; k < end; ++k) {
        if (primes[k] == 0) {
          out.text("-1");
        } else {
          out.integer(primes[k]);
        }
        out.character('\n');
      }
    });
  }

  static problems::Work work(const Input& input) {
    return {.flop = 0, .least_bytes = 2 * sizeof(std::uint64_t) * input.bounds.size()};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<LargestPrime>(argc, argv);
}
