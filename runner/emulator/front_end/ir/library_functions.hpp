/// The functions of CUB that its own kernels alone come by.
///
/// CUB asks for each of them to be inlined and for each of its loops to be unrolled, since on a device arrays have to
/// become registers. Here that makes six times as much code, which is no faster, and takes as long to compile. What a
/// kernel of the program calls is left as it is: a finding names the line of the program that it is inlined into.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "runner/emulator/front_end/ir/kernels.hpp"
#include "runner/emulator/front_end/ir/references.hpp"

namespace cuda_front_end {

class LibraryFunctions {
 public:
  LibraryFunctions(const std::map<std::string, KernelNotes, std::less<>>& kernels,
                   const References& references);

  bool contains(const std::string& name) const { return names_.contains(name); }

  /// `define`, which begins one of them, with other attributes: those that attributes() makes of its own.
  std::string without_inlining(std::string define);

  /// `line`, which defines a group of attributes; behind it the group for those of these functions that have it.
  std::string attributes(const std::string& line) const;

 private:
  std::set<std::string> names_;
  std::set<std::string> groups_;  ///< the numbers of those that they have
};

/// `line` of such a function without what asks for a loop to be unrolled.
std::string without_unrolling(std::string line);

}  // namespace cuda_front_end
