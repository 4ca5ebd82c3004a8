#include <array>

#include "kernels/reduction/reduction.hpp"
#include "problems/common/frame/program.hpp"

namespace {

using kernels::Reduction;

struct VectorSum {
  static constexpr std::string_view id = "vector-sum";
  static constexpr std::string_view summary =
      "Sum, product (modulo 1000000007), maximum or minimum of integers.";
  static constexpr std::string_view size_unit = kernels::reduction_size_unit;
  struct Head {
    Reduction reduction;
    std::size_t n;
  };
  using Shape = Head;
  struct Input : Head {
    base::LargeVector<std::int32_t> values;
  };
  using Output = std::int64_t;
  using Variant = kernels::ReductionVariant<std::int32_t>;

  static std::span<const Variant> variants() { return kernels::reduction_variants<std::int32_t>(); }

  static constexpr kernels::IntegerTokens tokens = {-1'000'000'000, 1'000'000'000};

  static Head read_head(problems::Reader& reader) {
    const Reduction reduction = read_reduction(reader);
    // No values have a sum and a product, but no extreme.
    const bool extreme = reduction == Reduction::max || reduction == Reduction::min;
    const auto n = reader.integer<std::size_t>(extreme ? 1 : 0, std::numeric_limits<std::size_t>::max(), "N");
    reader.require_memory({n}, sizeof(std::int32_t), "the vector");
    return {reduction, n};
  }

  static Input read_numbers(problems::Reader& reader, const Head& head) {
    return {head, reader.integers<std::int32_t>(head.n, tokens.min, tokens.max, "the vector")};
  }

  static std::size_t count_numbers(const Head& head) { return head.n; }

  static std::uint64_t size(const Head& head) { return head.n; }

  static constexpr std::string_view dimensions = "N";
  static Shape shape_of_size(std::span<const std::uint64_t> size) { return {Reduction::sum, size[0]}; }
  static problems::TextSize text(const Shape& shape) {
    return {.read_bytes = 10.9 * static_cast<double>(shape.n), .printed_items = 1};
  }

  static problems::Counts counts(std::string_view solver, const Shape& shape, unsigned cores) {
    // A product modulo a prime takes as long as eleven additions of cpu-loop (5 million numbers on an Intel Xeon).
    const double operations = static_cast<double>(shape.n) * (shape.reduction == Reduction::product ? 11 : 1);
    if (solver != "cpu-parallel") return {{"run", 1}, {"operation", operations}};
    return {{"run", 1}, {"operation", operations / cores}, {"thread", cores - 1.0}};
  }

  static Output solve(const Variant& variant, const Input& input) {
    return variant.run(input.values, input.reduction);
  }

  static Output solve_on_device(const Variant& variant, const Head& head,
                                std::span<const std::int32_t> numbers, kernels::GpuText& gpu) {
    return kernels::reduce_on_device(variant, numbers, head.reduction, gpu.stream());
  }

  static void print(const Head&, const Output& result, problems::Writer& writer) {
    writer.integer(result);
    writer.character('\n');
  }

  static problems::Work work(const Head& head) {
    return {.flop = 0, .least_bytes = head.n * sizeof(std::int32_t), .only_reads = true};
  }

 private:
  /// The word before N, where there is one.
  static Reduction read_reduction(problems::Reader& reader) {
    static constexpr std::array<std::string_view, 4> words = {"sum", "product", "max", "min"};
    if (!reader.next_is_letter()) return Reduction::sum;
    return *kernels::parse_reduction(words[reader.choice(words, "the reduction")]);
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<VectorSum>(argc, argv);
}
