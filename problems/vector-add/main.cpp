#include "kernels/vector_add/vector_add.hpp"
#include "problems/common/frame/program.hpp"

namespace {

struct VectorAdd {
  static constexpr std::string_view id = "vector-add";
  static constexpr std::string_view summary = "Adds two vectors of 32-bit integers, element by element.";
  static constexpr std::string_view size_unit = kernels::vector_add_size_unit;
  struct Head {
    std::size_t n;
  };
  using Shape = Head;
  struct Input : Head {
    base::LargeVector<std::int32_t> a, b;
  };
  using Output = base::LargeVector<std::int64_t>;
  using Variant = kernels::VectorAddVariant;

  static std::span<const Variant> variants() { return kernels::vector_add_variants(); }

  static constexpr kernels::IntegerTokens tokens = {std::numeric_limits<std::int32_t>::min(),
                                                    std::numeric_limits<std::int32_t>::max()};

  static Head read_head(problems::Reader& reader) {
    const auto n = reader.integer<std::size_t>(0, std::numeric_limits<std::size_t>::max(), "N");
    reader.require_memory({n}, 2 * sizeof(std::int32_t) + sizeof(std::int64_t), "A, B and their sum");
    return {n};
  }

  static Input read_numbers(problems::Reader& reader, const Head& head) {
    Input input{head, {}, {}};
    input.a = reader.integers<std::int32_t>(head.n, tokens.min, tokens.max, "A");
    input.b = reader.integers<std::int32_t>(head.n, tokens.min, tokens.max, "B");
    return input;
  }

  static std::size_t count_numbers(const Head& head) { return 2 * head.n; }

  static std::uint64_t size(const Head& head) { return head.n; }

  static constexpr std::string_view dimensions = "N";
  static Shape shape_of_size(std::span<const std::uint64_t> size) { return {size[0]}; }
  static problems::TextSize text(const Shape& shape) {
    const auto elements = static_cast<double>(shape.n);
    return {.read_bytes = 2 * 11.2 * elements, .printed_items = elements};
  }

  static problems::Counts counts(std::string_view, const Shape& shape, unsigned) {
    return {{"run", 1}, {"element", static_cast<double>(shape.n)}};
  }

  static Output solve(const Variant& variant, const Input& input) {
    Output sum(input.a.size());
    variant.run(input.a, input.b, sum);
    return sum;
  }

  static kernels::NumberRows<std::int64_t> solve_on_device(const Variant& variant, const Head& head,
                                                           std::span<const std::int32_t> numbers,
                                                           kernels::GpuText& gpu) {
    const std::span<std::int64_t> sum = gpu.room<std::int64_t>(head.n);
    variant.run_on_device(numbers.first(head.n), numbers.last(head.n), sum, gpu.stream());
    return {sum.data(), sum.size(), 0, head.n};
  }

  static void print(const Input&, const Output& sum, problems::Writer& writer) {
    writer.row<std::int64_t>(sum);
  }

  static problems::Work work(const Head& head) {
    return {.flop = 0, .least_bytes = head.n * (2 * sizeof(std::int32_t) + sizeof(std::int64_t))};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<VectorAdd>(argc, argv);
}
