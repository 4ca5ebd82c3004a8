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

  struct Shape {
    std::uint64_t plants, places;
  };
  static Shape shape(const Input& input) { return {input.plants.size(), places(input)}; }

  static std::uint64_t size(const Shape& shape) { return shape.plants; }

  static constexpr std::string_view dimensions = "NxRxC";
  static Shape shape_of_size(std::span<const std::uint64_t> size) {
    constexpr std::uint64_t longest_side = std::numeric_limits<int>::max();
    return {std::min(size[0], most_plants),
            std::min(size[1], longest_side) * std::min(size[2], longest_side)};
  }
  static problems::TextSize text(const Shape& shape) {
    return {.read_bytes = 10 * static_cast<double>(shape.plants), .printed_items = 1};
  }

  /// Of scattered plants. Crowded ones prune better; then any solver is quick.
  static problems::Counts counts(std::string_view solver, const Shape& shape, unsigned) {
    const auto plants = static_cast<double>(shape.plants);
    problems::Counts counts = {{"run", 1}, {"plant", plants}, {"pair", plants * plants}};
    if (solver != "cpu-binary-search") counts.push_back({"place", static_cast<double>(shape.places)});
    return counts;
  }

  static Output solve(const Variant& variant, const Input& input) {
    return variant.run(input.field, input.plants);
  }

  static void print(const Input&, const Output& longest, problems::Writer& writer) {
    writer.integer(longest);
    writer.character('\n');
  }

  static problems::Work work(const Shape& shape) {
    return {.flop = 0, .least_bytes = shape.plants * sizeof(kernels::Plant), .only_reads = true};
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
