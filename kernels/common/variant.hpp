#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace kernels {

/// Whether a variant can run on this machine; if it cannot, `reason` says why in one clause.
struct Support {
  bool available = true;
  std::string reason;
};

inline Support runs_everywhere() {
  return {};
}

/// The value of `Variant::largest_size` for a technique that is correct and usable at every size.
inline constexpr std::uint64_t no_size_limit = std::numeric_limits<std::uint64_t>::max();

/// One technique for one operation: a row of the operation's table in `<operation>_variants.cpp`.
/// `Function` is the operation's function type on host memory, the same for all its variants;
/// `DeviceFunction` the one on device memory and a stream, where the operation has GPU variants.
template <class Function, class DeviceFunction = void>
struct Variant {
  using function_type = Function;

  std::string_view name;  ///< "cpu-blocked": device, then technique; also the suffix of file and function
  std::string_view idea;  ///< one line: what the technique does
  Function* run;          ///< null if it is not built in; `supported` then gives the reason
  DeviceFunction* run_on_device = nullptr;  ///< of GPU variants: for other programs, tests and benchmarks
  Support (*supported)() = &runs_everywhere;
  /// The largest problem, in the operation's `size_unit`, for which running the technique is still
  /// reasonable.
  std::uint64_t largest_size = no_size_limit;
  bool uses_all_cores = false;  ///< starts its own threads: time it with every core free
};

/// The row called `name`; null if the table has none.
template <class Function, class DeviceFunction>
const Variant<Function, DeviceFunction>* find_variant(
    std::span<const Variant<Function, DeviceFunction>> variants, std::string_view name) {
  for (const auto& variant : variants) {
    if (variant.name == name) return &variant;
  }
  return nullptr;
}

inline bool is_gpu_variant(std::string_view name) {
  return name.starts_with("gpu-");
}

}  // namespace kernels
