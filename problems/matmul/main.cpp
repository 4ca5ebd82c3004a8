#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/matmul/matmul.hpp"
#include "problems/common/frame/program.hpp"

namespace {

struct Matmul {
  static constexpr std::string_view id = "matmul";
  static constexpr std::string_view summary = "Multiplies two matrices of decimals in single precision.";
  static constexpr std::string_view size_unit = kernels::matmul_size_unit;
  struct Head {
    std::size_t m, k, n;
  };
  using Shape = Head;
  struct Input : Head {
    base::LargeVector<float> a, b;
  };
  using Output = base::LargeVector<float>;
  using Variant = kernels::MatmulVariant<float>;

  static std::span<const Variant> variants() { return kernels::matmul_variants<float>(); }

  static constexpr kernels::DecimalTokens tokens = {};

  static Head read_head(problems::Reader& reader) {
    constexpr std::size_t max = std::numeric_limits<std::size_t>::max();
    Head head;
    head.m = reader.integer<std::size_t>(0, max, "M");
    head.k = reader.integer<std::size_t>(0, max, "K");
    head.n = reader.integer<std::size_t>(0, max, "N");
    reader.require_memory({head.m, head.k}, sizeof(float), "A");
    reader.require_memory({head.k, head.n}, sizeof(float), "B");
    // An empty C has a line for each row.
    reader.require_memory({std::max<std::size_t>(head.m, 1), std::max<std::size_t>(head.n, 1)}, sizeof(float),
                          "C");
    return head;
  }

  static Input read_numbers(problems::Reader& reader, const Head& head) {
    Input input{head, {}, {}};
    input.a = reader.decimals<float>(head.m * head.k, "A");
    input.b = reader.decimals<float>(head.k * head.n, "B");
    return input;
  }

  static std::size_t count_numbers(const Head& head) {
    return size(head) > 0 ? head.m * head.k + head.k * head.n : 0;
  }

  static std::uint64_t size(const Head& head) { return std::uint64_t{head.m} * head.k * head.n; }

  static constexpr std::string_view dimensions = "MxKxN";
  static Shape shape_of_size(std::span<const std::uint64_t> size) { return {size[0], size[1], size[2]}; }
  static problems::TextSize text(const Shape& shape) {
    const auto& [m, k, n] = shape;
    return {.read_bytes = 6.6 * static_cast<double>(m * k + k * n),
            .printed_items = static_cast<double>(m * n)};
  }

  /// A tile of cpu-blocked is filled up with zeros; what is thinner costs as much.
  static problems::Counts counts(std::string_view solver, const Shape& shape, unsigned cores) {
    const auto& [m, k, n] = shape;
    const auto elements = static_cast<double>(m * k + k * n + m * n);
    const auto tiles = [](std::size_t size, std::size_t side) { return (size + side - 1) / side * side; };
    if (solver == "cpu-blocked") {
      constexpr std::size_t tile_rows = 8, tile_columns = 32;
      const auto products = static_cast<double>(tiles(m, tile_rows) * k * tiles(n, tile_columns));
      return {{"run", 1}, {"multiply_add", products}, {"element", elements}};
    }
    const auto products = static_cast<double>(size(shape));
    if (solver != "cpu-openblas") return {{"run", 1}, {"multiply_add", products}, {"element", elements}};
    return {{"run", 1},
            {"multiply_add", products / cores},
            {"multiply_add_in_turn", products},
            {"element", elements},
            {"thread", cores - 1.0}};
  }

  static Output solve(const Variant& variant, const Input& input) {
    Output c(input.m * input.n, 0);
    variant.run({input.a.data(), input.m, input.k, input.k}, {input.b.data(), input.k, input.n, input.n},
                {c.data(), input.m, input.n, input.n});
    return c;
  }

  static kernels::NumberRows<float> solve_on_device(const Variant& variant, const Head& head,
                                                    std::span<const float> factors, kernels::GpuText& gpu) {
    const auto& [m, k, n] = head;
    const std::span<float> c = gpu.room<float>(m * n);
    const float* const b = factors.data() + m * k;
    variant.run_on_device({factors.data(), m, k, k}, {b, k, n, n}, {c.data(), m, n, n}, gpu.stream());
    return {c.data(), c.size(), 0, n};
  }

  static void print(const Input& input, const Output& c, problems::Writer& writer) {
    writer.rows<float>(c, input.m);
  }

  static problems::Work work(const Head& head) {
    const std::size_t elements = head.m * head.k + head.k * head.n + head.m * head.n;
    return {.flop = 2 * size(head), .least_bytes = elements * sizeof(float)};
  }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<Matmul>(argc, argv);
}
