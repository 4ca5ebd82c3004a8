// Tries to send a datagram to the address given.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "attempt.hpp"

int main(int, char** argv) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(53);
  inet_pton(AF_INET, argv[1], &address.sin_addr);
  const int udp = socket(AF_INET, SOCK_DGRAM, 0);
  attempt("sendto", sendto(udp, "x", 1, 0, reinterpret_cast<const sockaddr*>(&address), sizeof address));
  return escaped;
}
