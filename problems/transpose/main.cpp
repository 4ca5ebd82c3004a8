#include <algorithm>

#include "kernels/transpose/transpose.hpp"
#include "problems/common/program.hpp"

namespace {

struct Transpose {
  static constexpr std::string_view id = "transpose";
  static constexpr std::string_view summary = "Transposes a matrix of 32-bit integers.";
  static constexpr std::string_view size_unit = kernels::transpose_size_unit;
  static constexpr std::string_view auto_rule =
      "cpu-blocked: level with cpu-naive on small matrices, faster on large ones; never a GPU: the "
      "copy there takes longer";

  struct Input {
    std::size_t rows, columns;
    base::LargeVector<std::int32_t> elements;
  };
  using Output = base::LargeVector<std::int32_t>;
  using Variant = kernels::TransposeVariant<std::int32_t>;

  static std::span<const Variant> variants() { return kernels::transpose_variants<std::int32_t>(); }

  static Input read(problems::Reader& reader) {
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    Input input;
    input.rows = reader.integer<std::size_t>(0, any, "R");
    input.columns = reader.integer<std::size_t>(0, any, "C");
    // An empty matrix still has a line of output for each column.
    reader.require_memory({std::max<std::size_t>(input.rows, 1), std::max<std::size_t>(input.columns, 1)},
                          2 * sizeof(std::int32_t), "the matrix and its transpose");
    input.elements =
        reader.integers<std::int32_t>(input.rows * input.columns, std::numeric_limits<std::int32_t>::min(),
                                      std::numeric_limits<std::int32_t>::max(), "the matrix");
    return input;
  }

  static std::uint64_t size(const Input& input) { return input.elements.size(); }

  static std::string_view choose(const Input&) { return "cpu-blocked"; }

  static Output solve(const Variant& variant, const Input& input) {
    Output transposed(input.elements.size());
    variant.run({input.elements.data(), input.rows, input.columns, input.columns},
                {transposed.data(), input.columns, input.rows, input.rows});
    return transposed;
  }

  static void print(const Input& input, const Output& transposed, problems::Writer& writer) {
    writer.rows<std::int32_t>(transposed, input.columns);
  }

  static problems::Work work(const Input& input) {
    return {.flop = 0, .least_bytes = 2 * sizeof(std::int32_t) * input.elements.size()};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<Transpose>(argc, argv);
}
