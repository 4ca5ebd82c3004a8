#include "runner/sandbox/system/owned_name.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>

#include "runner/sandbox/system/process_tree.hpp"

namespace runner {
namespace {

constexpr std::string_view prefix = "warp-judge-";
using Parts = std::array<std::uint64_t, 3>;  // process, start, namespace

/// The number of the namespace in which this process counts processes; 0 where it is not known.
std::uint64_t own_pid_namespace() {
  struct stat found {};
  return stat("/proc/self/ns/pid", &found) == 0 ? found.st_ino : 0;
}

std::optional<Parts> parts_of(std::string_view name) {
  if (!name.starts_with(prefix)) return std::nullopt;
  name.remove_prefix(prefix.size());
  Parts parts{};
  const char* at = name.data();
  const char* const end = at + name.size();
  for (std::uint64_t& part : parts) {
    if (&part != parts.data() && (at == end || *at++ != '-')) return std::nullopt;
    const auto [next, error] = std::from_chars(at, end, part);
    if (error != std::errc()) return std::nullopt;
    at = next;
  }
  return at == end ? std::optional(parts) : std::nullopt;
}

}  // namespace

std::string owned_name(pid_t owner) {
  const auto self = read_process_stat(owner);
  return fmt::format("{}{}-{}-{}", prefix, owner, self ? self->started : 0, own_pid_namespace());
}

bool is_stale_name(std::string_view name) {
  const auto parts = parts_of(name);
  if (!parts || (*parts)[2] != own_pid_namespace()) return false;
  const auto owner = read_process_stat(static_cast<pid_t>((*parts)[0]));
  return !owner || owner->started != (*parts)[1];
}

}  // namespace runner
