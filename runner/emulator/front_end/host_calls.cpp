#include "runner/emulator/front_end/host_calls.hpp"

#include <cctype>
#include <cstdlib>

#include "runner/emulator/front_end/refusal.hpp"

namespace cuda_front_end {
namespace {

std::string_view next_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

/// Whether a function that is no member of an object is called without arguments at `column` of `line`: it is a
/// constant, being constexpr.
bool is_constant_call(std::string_view line, std::size_t column) {
  if (column == 0 || column > line.size()) return false;
  const char before = column > 1 ? line[column - 2] : ' ';
  if (before == '.' || before == '>') return false;
  std::size_t at = column - 1;
  while (at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_')) ++at;
  return line.substr(at, 2) == "()";
}

}  // namespace

std::optional<std::string> host_calls(std::string_view messages) {
  constexpr std::string_view error = " error: ", of_host = "reference to __host__ function '",
                             in_both = " in __host__ __device__ function";
  std::string places;
  while (!messages.empty()) {
    const std::string_view line = next_line(messages);
    const std::size_t at = line.find(error);
    if (at == line.npos) continue;
    if (!line.substr(at + error.size()).starts_with(of_host) || !line.ends_with(in_both)) return {};
    const std::string_view place = line.substr(0, at);  // "a.cu:12:5:"
    const std::size_t column = place.rfind(':', place.size() - 2);
    const std::size_t number = std::strtoul(std::string(place.substr(column + 1)).c_str(), nullptr, 10);
    if (!is_constant_call(next_line(messages), number)) places += std::string(place.substr(0, column)) + '\n';
  }
  return places;
}

HostCalls::HostCalls(const DebugPlaces& source, std::string_view places) : source_(source) {
  while (!places.empty()) places_.insert(std::string(next_line(places)));
}

void HostCalls::add_instruction(std::string_view line, const std::string& function, std::string_view define) {
  if (places_.empty() || line.find("call ") == line.npos) return;
  const Place place = source_.of_instruction(line, define);
  if (places_.contains(place.file + ':' + std::to_string(place.line))) functions_.emplace(function, place);
}

void HostCalls::check_kernel(const std::string& kernel, const References& references) const {
  if (functions_.empty()) return;
  for (const std::string& reached : references.reachable(kernel)) {
    const auto call = functions_.find(reached);
    if (call == functions_.end()) continue;
    throw Refusal(call->second,
                  "this calls a constexpr __host__ function in device code: nvcc warns of it, and leaves the "
                  "kernel's code out");
  }
}

}  // namespace cuda_front_end
