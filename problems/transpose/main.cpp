#include <algorithm>

#include "kernels/transpose/transpose.hpp"
#include "problems/common/frame/program.hpp"

namespace {

struct Transpose {
  static constexpr std::string_view id = "transpose";
  static constexpr std::string_view summary = "Transposes a matrix of 32-bit integers.";
  static constexpr std::string_view size_unit = kernels::transpose_size_unit;
  struct Head {
    std::size_t rows, columns;
  };
  using Shape = Head;
  struct Input : Head {
    base::LargeVector<std::int32_t> elements;
  };
  using Output = base::LargeVector<std::int32_t>;
  using Variant = kernels::TransposeVariant<std::int32_t>;

  static std::span<const Variant> variants() { return kernels::transpose_variants<std::int32_t>(); }

  static constexpr kernels::IntegerTokens tokens = {std::numeric_limits<std::int32_t>::min(),
                                                    std::numeric_limits<std::int32_t>::max()};

  static Head read_head(problems::Reader& reader) {
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    Head head;
    head.rows = reader.integer<std::size_t>(0, any, "R");
    head.columns = reader.integer<std::size_t>(0, any, "C");
    // An empty matrix still has a line of output for each column.
    reader.require_memory({std::max<std::size_t>(head.rows, 1), std::max<std::size_t>(head.columns, 1)},
                          2 * sizeof(std::int32_t), "the matrix and its transpose");
    return head;
  }

  static Input read_numbers(problems::Reader& reader, const Head& head) {
    return {head, reader.integers<std::int32_t>(size(head), tokens.min, tokens.max, "the matrix")};
  }

  static std::size_t count_numbers(const Head& head) { return size(head); }

  static std::uint64_t size(const Head& head) { return head.rows * head.columns; }

  static constexpr std::string_view dimensions = "RxC";
  static Shape shape_of_size(std::span<const std::uint64_t> size) { return {size[0], size[1]}; }
  static problems::TextSize text(const Shape& shape) {
    const auto elements = static_cast<double>(size(shape));
    return {.read_bytes = 11.2 * elements, .printed_items = elements};
  }

  static problems::Counts counts(std::string_view, const Shape& shape, unsigned) {
    return {{"run", 1}, {"element", static_cast<double>(size(shape))}};
  }

  static Output solve(const Variant& variant, const Input& input) {
    Output transposed(input.elements.size());
    variant.run({input.elements.data(), input.rows, input.columns, input.columns},
                {transposed.data(), input.columns, input.rows, input.rows});
    return transposed;
  }

  static kernels::NumberRows<std::int32_t> solve_on_device(const Variant& variant, const Head& head,
                                                           std::span<const std::int32_t> elements,
                                                           kernels::GpuText& gpu) {
    const std::span<std::int32_t> transposed = gpu.room<std::int32_t>(elements.size());
    variant.run_on_device({elements.data(), head.rows, head.columns, head.columns},
                          {transposed.data(), head.columns, head.rows, head.rows}, gpu.stream());
    return {transposed.data(), transposed.size(), 0, head.rows};
  }

  static void print(const Input& input, const Output& transposed, problems::Writer& writer) {
    writer.rows<std::int32_t>(transposed, input.columns);
  }

  static problems::Work work(const Head& head) {
    return {.flop = 0, .least_bytes = 2 * sizeof(std::int32_t) * size(head)};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<Transpose>(argc, argv);
}
