// Tries to connect to the address and port given, IPv4 or IPv6.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>

#include "attempt.hpp"
#include "safety_net.hpp"

int main(int, char** argv) {
  arm_safety_net();
  const auto port = htons(static_cast<std::uint16_t>(std::atoi(argv[2])));
  sockaddr_in old_address{};
  sockaddr_in6 new_address{};
  old_address.sin_family = AF_INET;
  old_address.sin_port = port;
  new_address.sin6_family = AF_INET6;
  new_address.sin6_port = port;
  if (inet_pton(AF_INET, argv[1], &old_address.sin_addr) == 1) {
    const int socket_4 = socket(AF_INET, SOCK_STREAM, 0);
    attempt("connect",
            connect(socket_4, reinterpret_cast<const sockaddr*>(&old_address), sizeof old_address));
  } else if (inet_pton(AF_INET6, argv[1], &new_address.sin6_addr) == 1) {
    const int socket_6 = socket(AF_INET6, SOCK_STREAM, 0);
    attempt("connect",
            connect(socket_6, reinterpret_cast<const sockaddr*>(&new_address), sizeof new_address));
  }
  return escaped;
}
