// Tries to connect to the UNIX socket given: a path, or an abstract name after an '@'.
#include <sys/socket.h>
#include <sys/un.h>

#include <cstddef>

#include "attempt.hpp"

int main(int, char** argv) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t length = std::strlen(argv[1]);
  std::memcpy(address.sun_path, argv[1], length);
  if (address.sun_path[0] == '@') address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + length);
  attempt("connect",
          connect(socket(AF_UNIX, SOCK_STREAM, 0), reinterpret_cast<const sockaddr*>(&address), size));
  return escaped;
}
