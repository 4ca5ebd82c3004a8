/// Reads the sources from which a module was compiled.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runner/emulator/front_end/ir/debug_places.hpp"

namespace cuda_front_end {

class SourceText {
 public:
  explicit SourceText(const DebugPlaces& places) : places_(places) {}

  /// The text from `place` to the end of its line; empty if the source cannot be read.
  std::string_view from(const Place& place);

  /// All lines of `file`.
  const std::vector<std::string>& lines(const std::string& file);

 private:
  const DebugPlaces& places_;
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace cuda_front_end
