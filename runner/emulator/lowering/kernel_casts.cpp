#include "runner/emulator/lowering/kernel_casts.hpp"

#include <algorithm>
#include <array>

namespace cuda_emulator::lowering {

namespace {

bool takes_kernel(const Token& token) {
  constexpr std::array<std::string_view, 6> names = {"cudaLaunchKernel",       "cudaLaunchCooperativeKernel",
                                                     "cudaFuncGetAttributes",  "cudaFuncSetAttribute",
                                                     "cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig"};
  return std::find(names.begin(), names.end(), token.text) != names.end() ||
         token.text.starts_with("cudaOccupancy");
}

// What follows `const void*`, in any order; `nowhere` when it is not there.
std::size_t beyond_void_pointer(const Sequence& sequence, std::size_t i) {
  bool is_void = false;
  for (; sequence.is(i, "const") || sequence.is(i, "void"); ++i) is_void = is_void || sequence.is(i, "void");
  return is_void && sequence.is(i, "*") ? i + 1 : nowhere;
}

// What follows the cast that begins at a token; `nowhere` when there is none.
std::size_t beyond_cast(const Sequence& sequence, std::size_t i) {
  if (sequence.is(i, "(")) {
    const std::size_t end = beyond_void_pointer(sequence, i + 1);
    return sequence.is(end, ")") ? end + 1 : nowhere;
  }
  const bool named = sequence.is(i, "reinterpret_cast") || sequence.is(i, "static_cast");
  if (!named || !sequence.is(i + 1, "<")) return nowhere;
  const std::size_t end = beyond_void_pointer(sequence, i + 2);
  return sequence.is(end, ">") && sequence.is(end + 1, "(") ? end + 1 : nowhere;
}

}  // namespace

void remove_kernel_casts(const Sequence& sequence, std::vector<Edit>& edits) {
  for (std::size_t i = 0; i + 1 < sequence.size(); ++i) {
    if (!sequence.is_identifier(i) || !takes_kernel(sequence.tokens[i]) || !sequence.is(i + 1, "(")) continue;
    const std::size_t end = sequence.partner(i + 1);
    for (std::size_t argument = i + 2; argument < end && argument < sequence.size();) {
      const bool first = sequence.is(argument - 1, "(") || sequence.is(argument - 1, ",");
      const std::size_t beyond = first ? beyond_cast(sequence, argument) : nowhere;
      if (beyond != nowhere) {
        edits.push_back({{sequence.tokens[argument].begin, sequence.tokens[beyond - 1].end()}, ""});
      }
      argument = sequence.opens(argument) ? sequence.beyond(argument) : argument + 1;
    }
  }
}

}  // namespace cuda_emulator::lowering
