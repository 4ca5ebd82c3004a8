#include "kernels/vector_add/vector_add.hpp"
#include "problems/common/program.hpp"

namespace {

struct VectorAdd {
  static constexpr std::string_view id = "vector-add";
  static constexpr std::string_view summary = "Adds two vectors of 32-bit integers, element by element.";
  static constexpr std::string_view size_unit = kernels::vector_add_size_unit;
  static constexpr std::string_view auto_rule =
      "cpu-loop: reading and printing take far longer than adding; never a GPU: the copies there and "
      "back take longer, too";

  struct Input {
    base::LargeVector<std::int32_t> a, b;
  };
  using Output = base::LargeVector<std::int64_t>;
  using Variant = kernels::VectorAddVariant;

  static std::span<const Variant> variants() { return kernels::vector_add_variants(); }

  static Input read(problems::Reader& reader) {
    constexpr std::int32_t min = std::numeric_limits<std::int32_t>::min();
    constexpr std::int32_t max = std::numeric_limits<std::int32_t>::max();
    const auto n = reader.integer<std::size_t>(0, std::numeric_limits<std::size_t>::max(), "N");
    reader.require_memory({n}, 2 * sizeof(std::int32_t) + sizeof(std::int64_t), "A, B and their sum");
    Input input;
    input.a = reader.integers<std::int32_t>(n, min, max, "A");
    input.b = reader.integers<std::int32_t>(n, min, max, "B");
    return input;
  }

  static std::uint64_t size(const Input& input) { return input.a.size(); }

  static std::string_view choose(const Input&) { return "cpu-loop"; }

  static Output solve(const Variant& variant, const Input& input) {
    Output sum(input.a.size());
    variant.run(input.a, input.b, sum);
    return sum;
  }

  static void print(const Input&, const Output& sum, problems::Writer& writer) {
    writer.row<std::int64_t>(sum);
  }

  static problems::Work work(const Input& input) {
    return {.flop = 0, .least_bytes = input.a.size() * (2 * sizeof(std::int32_t) + sizeof(std::int64_t))};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<VectorAdd>(argc, argv);
}
