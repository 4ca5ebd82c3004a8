#include "runner/validators/compare/position.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/validators/compare/white_space.hpp"

namespace validator {

namespace {

std::size_t token_starts(std::string_view text, bool inside_token) {
  if (text.empty()) return 0;
  std::size_t starts = !inside_token && !is_white(text[0]) ? 1 : 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    starts += static_cast<std::size_t>(is_white(text[i - 1]) && !is_white(text[i]));
  }
  return starts;
}

}  // namespace

void Position::advance(std::string_view text) {
  if (text.empty()) return;
  const std::size_t last_feed = text.rfind('\n');
  std::string_view on_this_line = text;
  if (last_feed != std::string_view::npos) {
    line += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    tokens = 0;
    inside_token = false;
    on_this_line.remove_prefix(last_feed + 1);
  }
  tokens += token_starts(on_this_line, inside_token);
  inside_token = !is_white(text.back());
}

std::string Position::of_next_token() const {
  return fmt::format("line {}, token {}", line, tokens + 1);
}

std::string Position::of_white_space() const {
  return tokens > 0 ? fmt::format("line {}, after token {}", line, tokens)
                    : fmt::format("line {}, before token 1", line);
}

}  // namespace validator
