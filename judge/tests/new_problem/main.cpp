#include "problems/common/frame/program.hpp"

namespace {

std::uint64_t multiply(std::uint64_t n) {
  return 3 * n;
}
std::uint64_t add(std::uint64_t n) {
  return n + n + n;
}

/// Its techniques are so short that they stand here, not in kernels/.
struct Tripling {
  static constexpr std::string_view id = "tripling";
  static constexpr std::string_view summary = "Triples an integer.";
  static constexpr std::string_view size_unit = "integers";

  using Input = std::uint64_t;
  using Output = std::uint64_t;
  using Variant = kernels::Variant<std::uint64_t(std::uint64_t)>;

  static std::span<const Variant> variants() {
    static constexpr Variant table[] = {{.name = "cpu-multiply", .idea = "multiplies", .run = &multiply},
                                        {.name = "cpu-add", .idea = "adds it to itself", .run = &add}};
    return table;
  }

  static Input read(problems::Reader& reader) {
    return reader.integer<std::uint64_t>(0, 1'000'000'000'000'000'000, "N");
  }
  static std::uint64_t size(const Input&) { return 1; }
  static Output solve(const Variant& variant, const Input& input) { return variant.run(input); }
  static void print(const Input&, const Output& output, problems::Writer& writer) {
    writer.integer(output);
    writer.character('\n');
  }
  static problems::Work work(const Input&) { return {.flop = 0, .least_bytes = 16}; }
};

}  // namespace

int main(int argc, char** argv) {
  return problems::problem_main<Tripling>(argc, argv);
}
