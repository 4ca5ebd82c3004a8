/// Refuses what clang lets device code use of the host's and nvcc does not: tables that the host declares as
/// constants, and lambdas written in host code, which need nvcc's --extended-lambda.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "runner/emulator/front_end/ir/debug_places.hpp"
#include "runner/emulator/front_end/ir/source_text.hpp"

namespace cuda_front_end {

class HostCodeUses {
 public:
  HostCodeUses(const DebugPlaces& places, SourceText& source) : places_(places), source_(source) {}

  /// Records a global of the module by its line.
  void add_global(std::string_view line);

  /// Records a function by its first line.
  void add_function(std::string_view define);

  /// Throws Refusal if the instruction `line` in the function `define` reads a host table.
  void check_instruction(std::string_view line, std::string_view define) const;

  /// Throws Refusal if device code uses a lambda of host code. Call it once all functions are known.
  void check_lambdas() const;

 private:
  const DebugPlaces& places_;
  SourceText& source_;
  std::set<std::string, std::less<>> tables_;                  ///< constant arrays
  std::map<std::string, std::string, std::less<>> functions_;  ///< their first lines, by their names with `@`
};

}  // namespace cuda_front_end
