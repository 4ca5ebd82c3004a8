/// Relaxes the attributes of the CUB functions that only CUB's own kernels reach.
///
/// CUB asks for each of them to be inlined and for each of its loops to be unrolled, because on a device
/// arrays have to become registers. Here, that produces six times as much code, which is no faster and takes
/// as long to compile. Functions that a kernel of the program calls are left as they are: a finding names the
/// program's line into which they are inlined.
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

  /// Returns `define`, the first line of such a function, with the attribute group that attributes() makes
  /// for it.
  std::string without_inlining(std::string define);

  /// Returns `line`, which defines an attribute group, followed by the variant of that group for those of
  /// these functions that have it.
  std::string attributes(const std::string& line) const;

 private:
  std::set<std::string> names_;
  std::set<std::string> groups_;  ///< the numbers of the groups that these functions have
};

/// Returns a line of such a function without its requests to unroll a loop.
std::string without_unrolling(std::string line);

}  // namespace cuda_front_end
