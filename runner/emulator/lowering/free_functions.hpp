#pragma once

#include <cstddef>
#include <set>
#include <string_view>
#include <vector>

#include "runner/emulator/lowering/sequence.hpp"

namespace cuda_emulator::lowering {

/// Where a function runs; `unknown` also for constexpr functions, which may run anywhere.
enum class ExecutionSpace { host, device, both, global, unknown };

/// A function at the scope of the file or a namespace, as one of its declarations says.
struct FreeFunction {
  std::size_t name = nowhere;  ///< indices of tokens
  std::size_t body = nowhere;  ///< its '{'; `nowhere` where it is only declared
  ExecutionSpace space = ExecutionSpace::unknown;
  bool is_template = false;
  bool is_internal = false;  ///< compiled only where it is used: static, inline
  bool returns_number = false;
};

struct FreeFunctions {
  std::vector<FreeFunction> all;
  bool complete = false;  ///< the whole source was read
};

/// The functions whose declarations are understood word by word: what a macro may hide, or a branch of an
/// #if, is none of them.
FreeFunctions free_functions(const Sequence& sequence, const std::set<std::string_view>& macros);

/// For each token whether it stands in a branch of an #if.
std::vector<bool> in_conditional(const Sequence& sequence);

/// What follows the template arguments that begin at a '<'; `nowhere` where they do not end.
std::size_t beyond_angles(const Sequence& sequence, std::size_t open);

}  // namespace cuda_emulator::lowering
