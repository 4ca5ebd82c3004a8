#include "kernels/lights_out/lights_out.hpp"

namespace kernels {

// To add a technique: one file lights_out_cpu_<technique>.cpp, its name here, one row below.
LightsOutFunction lights_out_cpu_enumeration;
LightsOutFunction lights_out_cpu_linear_map;

std::span<const LightsOutVariant> lights_out_variants() {
  static constexpr LightsOutVariant variants[] = {
      {"cpu-enumeration", "try all 64 first rows; each forces the rows below it", lights_out_cpu_enumeration},
      {"cpu-linear-map", "presses = inverse matrix * board over GF(2), by three table look-ups",
       lights_out_cpu_linear_map},
  };
  return variants;
}

}  // namespace kernels
