#include "runner/sandbox/system/owned_name.hpp"

#include <fmt/format.h>

#include <charconv>

#include "runner/sandbox/system/process_tree.hpp"

namespace runner {
namespace {

constexpr std::string_view prefix = "warp-judge-";

}  // namespace

std::string owned_name(pid_t owner) {
  const auto self = read_process_stat(owner);
  return fmt::format("{}{}-{}", prefix, owner, self ? self->started : 0);
}

bool is_stale_name(std::string_view name) {
  if (!name.starts_with(prefix)) return false;
  name.remove_prefix(prefix.size());
  pid_t pid = 0;
  std::uint64_t started = 0;
  const auto [dash, pid_error] = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (pid_error != std::errc() || dash == name.data() + name.size() || *dash != '-') return false;
  const auto [end, start_error] = std::from_chars(dash + 1, name.data() + name.size(), started);
  if (start_error != std::errc() || end != name.data() + name.size()) return false;
  const auto owner = read_process_stat(pid);
  return !owner || owner->started != started;
}

}  // namespace runner
