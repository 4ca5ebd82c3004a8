#include "runner/emulator/front_end/ir/debug_places.hpp"

#include "runner/emulator/front_end/ir/ir_text.hpp"

namespace cuda_front_end {
namespace {

/// The quoted text after `key`.
std::string quoted_after(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == line.npos) return "";
  const std::size_t begin = at + key.size() + 1;
  return std::string(line.substr(begin, line.find('"', begin) - begin));
}

/// The metadata number, such as `!12`, after `key`.
std::string metadata_after(std::string_view line, std::string_view key) {
  const std::size_t at = line.find(key);
  if (at == line.npos) return "";
  const std::size_t begin = at + key.size();
  return std::string(line.substr(begin, line.find_first_not_of("0123456789", begin + 1) - begin));
}

template <class Map>
typename Map::mapped_type looked_up(const Map& map, const std::string& key) {
  const auto found = map.find(key);
  return found == map.end() ? typename Map::mapped_type() : found->second;
}

}  // namespace

DebugPlaces::DebugPlaces(const std::vector<std::string>& module_lines) {
  for (const std::string_view line : module_lines) {
    if (!line.starts_with("!")) continue;
    const std::string number(line.substr(0, line.find(' ')));
    if (line.find("!DILocation(") != line.npos) {
      places_[number] = {"", number_after(line, "line:"), number_after(line, "column:")};
    } else if (line.find("!DISubprogram(") != line.npos) {
      functions_[number] = {metadata_after(line, "file: "), number_after(line, "line:")};
    } else if (line.find("!DIFile(") != line.npos) {
      files_[number] = quoted_after(line, "filename: ");
      directories_[files_[number]] = quoted_after(line, "directory: ");
    }
  }
}

Place DebugPlaces::of_instruction(std::string_view line, std::string_view define) const {
  Place place = looked_up(places_, metadata_after(line, "!dbg "));
  place.file = of_function(define).file;
  return place;
}

Place DebugPlaces::of_function(std::string_view define) const {
  const Function function = looked_up(functions_, metadata_after(define, "!dbg "));
  return {looked_up(files_, function.file), function.line, 1};
}

std::string DebugPlaces::path_of(const std::string& file) const {
  return file.starts_with("/") ? file : looked_up(directories_, file) + "/" + file;
}

std::string to_text(const Place& place) {
  return place.file + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

}  // namespace cuda_front_end
