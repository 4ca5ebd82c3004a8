#include "runner/gpu_trace/call_kind.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace gpu_trace {
namespace {

struct Row {
  std::string_view beginning;
  CallKind kind;
};

/// The first that matches counts. Names without the "cuda" or "cu" that they begin with.
constexpr std::array rows = {
    Row{"Launch", CallKind::launch},
    Row{"GraphLaunch", CallKind::launch},
    Row{"MallocManaged", CallKind::allocate_managed},
    Row{"MemAllocManaged", CallKind::allocate_managed},
    Row{"DeviceReset", CallKind::end_context},
    Row{"DevicePrimaryCtxReset", CallKind::end_context},
    Row{"DevicePrimaryCtxRelease", CallKind::end_context},
    Row{"CtxDestroy", CallKind::end_context},
    Row{"GetLastError", CallKind::ask_error},
    Row{"PeekAtLastError", CallKind::ask_error},
    Row{"StreamQuery", CallKind::ask_error},
    Row{"EventQuery", CallKind::ask_error},
    Row{"GetProcAddress", CallKind::ask_error},
    Row{"GetDriverEntryPoint", CallKind::ask_error},
    Row{"DeviceSynchronize", CallKind::synchronize},
    Row{"ThreadSynchronize", CallKind::synchronize},
    Row{"CtxSynchronize", CallKind::synchronize},
    Row{"StreamSynchronize", CallKind::synchronize},
    Row{"EventSynchronize", CallKind::synchronize},
};

bool ends_in_version(std::string_view name, std::size_t underscore) {
  const std::string_view end = name.substr(underscore + 1);
  if (end == "ptsz" || end == "ptds") return true;
  return end.size() > 1 && end.front() == 'v' &&
         std::all_of(end.begin() + 1, end.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

/// A copy that the program need not wait for any more when the call returns.
bool is_waiting_copy(std::string_view name) {
  return name.starts_with("Memcpy") && name.find("Async") == std::string_view::npos &&
         name.find("HtoD") == std::string_view::npos && name.find("Peer") == std::string_view::npos;
}

}  // namespace

std::string_view plain_name(std::string_view name) {
  for (;;) {
    const std::size_t underscore = name.rfind('_');
    if (underscore == std::string_view::npos || !ends_in_version(name, underscore)) return name;
    name = name.substr(0, underscore);
  }
}

CallKind kind_of_call(std::string_view name) {
  name = plain_name(name);
  if (name.starts_with("cuda")) {
    name.remove_prefix(4);
  } else if (name.starts_with("cu")) {
    name.remove_prefix(2);
  }
  if (name.starts_with("LaunchHostFunc")) return CallKind::other;
  for (const Row& row : rows) {
    if (name.starts_with(row.beginning)) return row.kind;
  }
  return is_waiting_copy(name) ? CallKind::synchronize : CallKind::other;
}

}  // namespace gpu_trace
