#include "runner/sandbox/system/write_all.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#include "runner/sandbox/system/errors.hpp"

namespace runner {

void write_all(int file, std::string_view data, std::string_view what) {
  while (!data.empty()) {
    const ssize_t count = write(file, data.data(), data.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw system_failure(fmt::format("cannot write {}", what));
    data.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace runner
