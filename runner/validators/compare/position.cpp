#include "runner/validators/compare/position.hpp"

#include <fmt/format.h>

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
  return fmt::format("line {}, token {}", line, tokens + 1);
}

std::string Position::of_white_space() const {
  return tokens > 0 ? fmt::format("line {}, after token {}", line, tokens)
                    : fmt::format("line {}, before token 1", line);
}

}  // namespace validator
