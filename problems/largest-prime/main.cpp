#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <vector>

#include "kernels/largest_prime/largest_prime.hpp"
#include "problems/common/frame/program.hpp"
#include "problems/common/reading/input_error.hpp"

namespace {

struct LargestPrime {
  static constexpr std::string_view id = "largest-prime";
  static constexpr std::string_view summary = "Finds the largest prime below each number.";
  static constexpr std::string_view size_unit = kernels::largest_prime_size_unit;
  static constexpr bool is_read_by_parts = true;
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
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const auto shared = reader.shared_integers<std::uint64_t>(most_at_once, 0, most);
    input.bounds.assign(shared.begin(), shared.end());
    while (input.bounds.empty() ||
           (input.bounds.size() < most_at_once && reader.items_are_here() && !reader.at_end()))
      input.bounds.push_back(reader.integer<std::uint64_t>(0, most, "N"));
    input.largest = *std::max_element(input.bounds.begin(), input.bounds.end());
  }

  struct Shape {
    std::uint64_t count, largest;
  };
  static Shape shape(const Input& input) { return {input.bounds.size(), input.largest}; }

  static std::uint64_t size(const Shape& shape) { return shape.largest; }

  static constexpr std::string_view reported_unit = "numbers";
  static std::uint64_t reported_size(const Shape& shape) { return shape.count; }
  static std::uint64_t size_of_both(std::uint64_t one, std::uint64_t other) { return one + other; }

  static constexpr std::string_view dimensions = "COUNTxLARGEST";
  static Shape shape_of_size(std::span<const std::uint64_t> size) { return {size[0], size[1]}; }
  static problems::TextSize text(const Shape& shape) {
    const double digits = 1 + std::log10(static_cast<double>(shape.largest) + 1);
    return {.read_bytes = static_cast<double>(shape.count) * (digits + 1),
            .printed_items = static_cast<double>(shape.count)};
  }

  /// Counts of numbers anywhere up to the largest. A sieve strikes the windows below them, merged where they overlap,
  /// by each prime up to the root; trial division finds these primes by division, too.
  static problems::Counts counts(std::string_view solver, const Shape& shape, unsigned cores) {
    constexpr double window = 2048;
    const auto count = static_cast<double>(shape.count), largest = static_cast<double>(shape.largest) + 1;
    const auto primes_to = [](double limit) { return limit / std::max(1.0, std::log(limit)); };
    const double root = std::sqrt(largest), primes = primes_to(root);
    const auto bits = static_cast<double>(std::bit_width(shape.largest));
    if (solver.ends_with("-sieve")) {
      const double free = std::exp(-count * window / largest);  // the share that no window covers
      return {{"run", 1},
              {"number", count},
              {"place", largest * (1 - free)},
              {"root", root},
              {"strike", (1 + count * free) * primes}};
    }
    if (solver == "cpu-trial-division")
      return {{"run", 1},
              {"number", count},
              {"division", count * primes},
              {"root_division", primes * primes_to(std::sqrt(root))}};
    const auto parts =
        (shape.count + kernels::largest_prime_part_size - 1) / kernels::largest_prime_part_size;
    cores = static_cast<unsigned>(std::clamp<std::uint64_t>(parts, 1, cores));
    if (solver != "cpu-bpsw-parallel") return {{"run", 1}, {"number", count}, {"bit", count * bits}};
    return {{"run", 1}, {"number", count / cores}, {"bit", count * bits / cores}, {"thread", cores - 1.0}};
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

  static problems::Work work(const Shape& shape) {
    return {.flop = 0, .least_bytes = 2 * sizeof(std::uint64_t) * shape.count};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<LargestPrime>(argc, argv);
}
