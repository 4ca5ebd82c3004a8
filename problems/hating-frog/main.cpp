#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "kernels/hating_frog/hating_frog.hpp"
#include "problems/common/program.hpp"

namespace {

struct HatingFrog {
  static constexpr std::string_view id = "hating-frog";
  static constexpr std::string_view summary =
      "Counts the plants on the longest frog path: a straight line of equal jumps through the whole field.";
  static constexpr std::string_view size_unit = kernels::hating_frog_size_unit;
  static constexpr std::string_view auto_rule =
      "cpu-field-lookup, or cpu-binary-search on fields of more than 4 * plants^2 places; from 32000 plants "
      "gpu-bit-field where there is a GPU";

  struct Input {
    kernels::Field field;
    std::vector<kernels::Plant> plants;
  };
  using Output = int;
  using Variant = kernels::HatingFrogVariant;

  static std::span<const Variant> variants() { return kernels::hating_frog_variants(); }

  static Input read(problems::Reader& reader) {
    constexpr int longest_side = std::numeric_limits<int>::max();
    Input input;
    input.field.rows = reader.integer(1, longest_side, "R");
    input.field.columns = reader.integer(1, longest_side, "C");
    const auto count = reader.integer<std::uint64_t>(0, std::min(places(input), most_plants), "N");
    reader.require_memory({count}, sizeof(kernels::Plant) + most_bytes_in_set, "the plants");
    input.plants.reserve(count);  // it is known to fit, and costs nothing until it is filled
    std::unordered_set<std::uint64_t> seen;
    for (std::uint64_t k = 0; k < count; ++k) {
      const int row = reader.integer(1, input.field.rows, "row of a plant");
      const int column = reader.integer(1, input.field.columns, "column of a plant");
      const auto place = static_cast<std::uint64_t>(row) << 32 | static_cast<std::uint64_t>(column);
      if (!seen.insert(place).second) {
        reader.reject("a plant that did not come before",
                      fmt::format("row {}, column {} again", row, column));
      }
      input.plants.push_back({row, column});
    }
    return input;
  }

  static std::uint64_t size(const Input& input) { return input.plants.size(); }

  static std::string_view choose(const Input& input) {
    // With n scattered plants the CPU takes half a nanosecond for each of n^2: from here on that is longer
    // than a GPU takes to start. (Crowded plants prune better; then either is quick.)
    constexpr std::size_t plants_a_gpu_pays_for = 32'000;
    if (input.plants.size() >= plants_a_gpu_pays_for && kernels::fast_gpu_supported()) {
      return "gpu-bit-field";
    }
    // The map of the field costs time for every place, searching costs more
    // for every pair. They were measured to break even between 3 and 8 places
    // for each (plants squared), for scattered and for crowded plants.
    const std::uint64_t pairs = input.plants.size() * input.plants.size();
    return places(input) / 4 > pairs ? "cpu-binary-search" : "cpu-field-lookup";
  }

  static Output solve(const Variant& variant, const Input& input) {
    return variant.run(input.field, input.plants);
  }

  static void print(const Input&, const Output& longest, problems::Writer& writer) {
    writer.integer(longest);
    writer.character('\n');
  }

  static problems::Work work(const Input& input) {
    return {.flop = 0, .least_bytes = input.plants.size() * sizeof(kernels::Plant), .only_reads = true};
  }

 private:
  static constexpr std::uint64_t most_plants = std::numeric_limits<int>::max();
  /// Of each plant in the set of those seen: a node of its own, and its share of two tables while one grows.
  static constexpr std::size_t most_bytes_in_set = 64;

  static std::uint64_t places(const Input& input) {
    return static_cast<std::uint64_t>(input.field.rows) * static_cast<std::uint64_t>(input.field.columns);
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<HatingFrog>(argc, argv);
}
