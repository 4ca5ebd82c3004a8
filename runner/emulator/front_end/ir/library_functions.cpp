#include "runner/emulator/front_end/ir/library_functions.hpp"

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

constexpr std::string_view of_cub = "@_ZN3cub";

/// The digit put before a group's number. No module has that many groups.
constexpr std::string_view other_group = "#1000";

}  // namespace

LibraryFunctions::LibraryFunctions(const std::map<std::string, KernelNotes, std::less<>>& kernels,
                                   const References& references) {
  std::set<std::string> of_program;
  for (const auto& [kernel, notes] : kernels) {
    auto& reached = kernel.starts_with(of_cub) ? names_ : of_program;
    reached.merge(references.reachable(kernel));
    reached.insert(kernel);
  }
  for (const std::string& name : of_program) names_.erase(name);
}

std::string LibraryFunctions::without_inlining(std::string define) {
  const std::size_t at = attributes_group(define);
  if (at == define.npos) return define;
  groups_.emplace(digits_at(define, at + 2));
  return define.replace(at + 1, 1, other_group);
}

std::string LibraryFunctions::attributes(const std::string& line) const {
  const std::size_t at = line.find('#') + 1;
  const std::string number(digits_at(line, at));
  if (!groups_.contains(number)) return line;
  return line + "\nattributes " + std::string(other_group) + without_word(line.substr(at), "alwaysinline");
}

std::string without_unrolling(std::string line) {
  constexpr std::string_view loop = ", !llvm.loop !";
  if (const std::size_t at = line.find(loop); at != line.npos) {
    line.erase(at, loop.size() + digits_at(line, at + loop.size()).size());
  }
  return line;
}

}  // namespace cuda_front_end
