#include "runner/validators/compare/position.hpp"

#include "base/white_space.hpp"

namespace validator {

void Position::advance(std::string_view text) {
  if (text.empty()) return;
  const std::size_t last_feed = text.rfind('\n');
  std::string_view on_this_line = text;
  if (last_feed != std::string_view::npos) {
    line += base::newlines_in(text);
    tokens = 0;
    inside_token = false;
    on_this_line.remove_prefix(last_feed + 1);
  }
  if (!on_this_line.empty()) {
    tokens += static_cast<std::size_t>(!inside_token && !base::is_white(on_this_line[0])) +
              base::token_starts(on_this_line.data() + 1, on_this_line.data() + on_this_line.size());
  }
  inside_token = !base::is_white(text.back());
}

std::string Position::of_next_token() const {
  return "line " + std::to_string(line) + ", token " + std::to_string(tokens + 1);
}

std::string Position::of_white_space() const {
  const std::string at = "line " + std::to_string(line);
  return at + (tokens > 0 ? ", after token " + std::to_string(tokens) : ", before token 1");
}

}  // namespace validator
