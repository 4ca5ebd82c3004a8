#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/cores.hpp"
#include "kernels/matmul/matmul.hpp"
#include "problems/common/program.hpp"

namespace {

struct Matmul {
  static constexpr std::string_view id = "matmul";
  static constexpr std::string_view summary = "Multiplies two matrices of decimals in single precision.";
  static constexpr std::string_view size_unit = kernels::matmul_size_unit;
  static constexpr std::string_view auto_rule =
      "cpu-triple-loop up to 2^15 multiply-adds; with a GPU, beyond 2^33 a core, gpu-streamed for more than "
      "2 GiB, else gpu-tensor-fp16x3 where it can run, else gpu-register-tiles; cpu-openblas for matrices "
      "thinner than a tile, and beyond 2^24 with more than two cores; else cpu-blocked";

  struct Head {
    std::size_t m, k, n;
  };
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
    reader.require_memory({head.m, head.n}, sizeof(float), "C");
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

  // On one core cpu-blocked is as fast as OpenBLAS or faster, and on two OpenBLAS's threads hardly pay. A GPU
  // takes a third of a second to start, in which a core does some 2^33 multiply-adds; next to that the
  // product itself takes no time. gpu-streamed is for GPUs whose memory may be too small for the others.
  // gpu-tensor-fp16x3 is within the same error bound as they, whatever the input, and that is the bound which
  // outputs are judged by; of products of this size, 1 : 8 ones too, it computes each two to four times as fast.
  static std::string_view choose(const Head& head) {
    constexpr std::uint64_t nothing_to_gain = 1 << 15;
    constexpr std::uint64_t worth_threads = 1 << 24;
    constexpr std::uint64_t worth_a_gpu = std::uint64_t{1} << 33;  // for each core
    constexpr std::uint64_t fits_every_gpu = std::uint64_t{2} << 30;
    constexpr std::size_t thinner_than_a_tile = 8;
    if (size(head) <= nothing_to_gain) return "cpu-triple-loop";
    if (size(head) > worth_a_gpu * base::usable_core_count() && kernels::fast_gpu_supported()) {
      if (work(head).least_bytes > fits_every_gpu) return "gpu-streamed";
      return kernels::hopper_supported().available ? "gpu-tensor-fp16x3" : "gpu-register-tiles";
    }
    const bool is_thin = std::min(head.m, head.n) < thinner_than_a_tile;
    const bool threads_pay = size(head) > worth_threads && base::usable_core_count() > 2;
    const Variant* openblas = kernels::find_variant(variants(), "cpu-openblas");
    const bool has_openblas = openblas != nullptr && openblas->supported().available;
    return has_openblas && (is_thin || threads_pay) ? "cpu-openblas" : "cpu-blocked";
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
