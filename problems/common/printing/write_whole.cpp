#include "problems/common/printing/write_whole.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>

namespace problems {

void write_whole(int descriptor, std::string_view bytes, std::uint64_t* written_bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written >= 0) {
      if (written_bytes != nullptr) *written_bytes += static_cast<std::uint64_t>(written);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      throw std::system_error(errno, std::generic_category(), "cannot write the output");
    }
  }
}

}  // namespace problems
