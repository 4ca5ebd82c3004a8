#include "runner/sandbox/run/limits.hpp"

#include <fmt/format.h>

#include <charconv>
#include <set>
#include <stdexcept>

#include "base/cores.hpp"

namespace runner {
namespace {

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

std::int64_t parse_limit(std::string_view text, std::int64_t largest) {
  const auto value = whole_number(text);
  if (!value || *value < 1 || *value > largest) {
    throw std::invalid_argument(
        fmt::format("expected a whole number from 1 to {}, found '{}'", largest, text));
  }
  return *value;
}

std::vector<int> parse_cores(std::string_view text) {
  std::set<int> cores;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string_view item = text.substr(start, comma - start);
    const std::size_t dash = item.find('-');
    const auto first = whole_number(item.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : whole_number(item.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= base::most_cores) {
      throw std::invalid_argument(
          fmt::format("expected cores such as 0,2-3, each below {}, found '{}'", base::most_cores, text));
    }
    for (auto core = *first; core <= *last; ++core) cores.insert(static_cast<int>(core));
    start = comma + 1;
  }
  return {cores.begin(), cores.end()};
}

}  // namespace runner
