#include "kernels/vector_add/vector_add.hpp"

namespace kernels {

VectorAddFunction vector_add_cpu_loop;

std::span<const VectorAddVariant> vector_add_variants() {
  static constexpr VectorAddVariant variants[] = {
      {.name = "cpu-loop", .idea = "one loop over the elements", .run = &vector_add_cpu_loop},
  };
  return variants;
}

}  // namespace kernels
