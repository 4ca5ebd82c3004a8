#include "runner/emulator/front_end/ir/source_text.hpp"

#include <fstream>

namespace cuda_front_end {

std::string_view SourceText::from(const Place& place) {
  const std::vector<std::string>& all = lines(place.file);
  if (place.line < 1 || place.line > all.size() || place.column < 1) return {};
  const std::string_view text = all[place.line - 1];
  return place.column <= text.size() ? text.substr(place.column - 1) : std::string_view();
}

const std::vector<std::string>& SourceText::lines(const std::string& file) {
  const auto [found, is_new] = files_.try_emplace(file);
  if (is_new) {
    std::ifstream text(places_.path_of(file));
    for (std::string line; std::getline(text, line);) found->second.push_back(line);
  }
  return found->second;
}

}  // namespace cuda_front_end
