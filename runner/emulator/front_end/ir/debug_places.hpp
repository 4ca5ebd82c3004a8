/// Finds source locations from a module's debug information.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cuda_front_end {

/// A location in a source file; line 0 means unknown.
struct Place {
  std::string file;
  std::size_t line = 0, column = 0;
};

class DebugPlaces {
 public:
  explicit DebugPlaces(const std::vector<std::string>& module_lines);

  /// The location of the instruction `line` in the function whose first line is `define`.
  Place of_instruction(std::string_view line, std::string_view define) const;

  /// The location of the function whose first line is `define`.
  Place of_function(std::string_view define) const;

  /// A path by which `file` can be opened: the module has the names that were passed to the compiler.
  std::string path_of(const std::string& file) const;

 private:
  struct Function {
    std::string file;  ///< its number
    std::size_t line = 0;
  };

  std::map<std::string, Place, std::less<>> places_;  ///< locations without their files
  std::map<std::string, Function, std::less<>> functions_;
  std::map<std::string, std::string, std::less<>> files_;
  std::map<std::string, std::string, std::less<>> directories_;  ///< directories of files, by their names
};

/// Formats a location as compilers do: "a.cu:12:5".
std::string to_text(const Place& place);

}  // namespace cuda_front_end
