#include "kernels/hating_frog/hating_frog.hpp"

namespace kernels {

// To add a technique: one file hating_frog_cpu_<technique>.cpp, its name here, one row below.
HatingFrogFunction hating_frog_cpu_field_lookup;
HatingFrogFunction hating_frog_cpu_binary_search;

std::span<const HatingFrogVariant> hating_frog_variants() {
  static constexpr HatingFrogVariant variants[] = {
      {"cpu-field-lookup",
       "every pair of plants starts a path; landings are looked up in a bitmap of the field",
       hating_frog_cpu_field_lookup},
      {"cpu-binary-search", "every pair of plants starts a path; landings are searched in the sorted plants",
       hating_frog_cpu_binary_search},
  };
  return variants;
}

}  // namespace kernels
