#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "base/on_cores.hpp"
#include "kernels/hating_frog/hating_frog.hpp"
#include "problems/common/frame/program.hpp"
#include "problems/hating-frog/place_set.hpp"

namespace {

struct HatingFrog {
  static constexpr std::string_view id = "hating-frog";
  static constexpr std::string_view summary =
      "Counts the plants on the longest frog path: a straight line of equal jumps through the whole field.";
  static constexpr std::string_view size_unit = kernels::hating_frog_size_unit;
  static constexpr bool is_read_by_parts = true;
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
    if (read_together(reader, count, input)) return input;
    PlaceSet seen;
    while (input.plants.size() < count) {
      const int row = reader.integer(1, input.field.rows, "row of a plant");
      const int column = reader.integer(1, input.field.columns, "column of a plant");
      if (!seen.insert(place_of({row, column}))) {
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

  /// Counts of scattered plants. Crowded ones prune better; then any solver is quick.
  static problems::Counts counts(std::string_view solver, const Shape& shape, unsigned cores) {
    const auto plants = static_cast<double>(shape.plants);
    const bool is_parallel = solver == "cpu-parallel";
    if (is_parallel) cores = kernels::hating_frog_cores(shape.plants, cores);
    problems::Counts counts = {
        {"run", 1}, {"plant", plants}, {"pair", plants * plants / (is_parallel ? cores : 1)}};
    if (is_parallel) counts.push_back({"thread", cores - 1.0});
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
  static std::uint64_t place_of(const kernels::Plant& plant) {
    return static_cast<std::uint64_t>(plant.row) << 32 | static_cast<std::uint64_t>(plant.column);
  }

  /// Reads all plants by several cores. False, with nothing read, if they cannot, or if something is wrong:
  /// reading one by one finds the place.
  static bool read_together(problems::Reader& reader, std::uint64_t count, Input& input) {
    const auto& [rows, columns] = input.field;
    const bool done = reader.try_to([&] {
      const auto numbers = reader.shared_integers(2 * count, 1, std::max(rows, columns));
      if (numbers.size() < 2 * count) return false;
      for (std::size_t k = 0; k < numbers.size(); k += 2) {
        if (numbers[k] > rows || numbers[k + 1] > columns) return false;
        input.plants.push_back({numbers[k], numbers[k + 1]});
      }
      return all_differ(input.plants, reader.cores());
    });
    if (!done) input.plants.clear();
    return done;
  }

  /// Each core looks at all plants, and keeps its own share of the places.
  static bool all_differ(std::span<const kernels::Plant> plants, unsigned cores) {
    std::atomic<bool> differ = true;
    base::on_cores(cores, cores, [&](std::size_t share) {
      PlaceSet seen(plants.size() / cores);
      for (const kernels::Plant& plant : plants) {
        const std::uint64_t place = place_of(plant);
        if (PlaceSet::share_of(place, cores) == share && !seen.insert(place)) differ = false;
      }
    });
    return differ;
  }

  static constexpr std::uint64_t most_plants = std::numeric_limits<int>::max();
  /// The bytes of each plant in the set of those seen, while its table grows, and as two numbers before it is a plant.
  static constexpr std::size_t most_bytes_in_set = PlaceSet::most_bytes_each + 2 * sizeof(int);

  static std::uint64_t places(const Input& input) {
    return static_cast<std::uint64_t>(input.field.rows) * static_cast<std::uint64_t>(input.field.columns);
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<HatingFrog>(argc, argv);
}
