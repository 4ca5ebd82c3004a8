// Tries to open sockets that send packets as they are.
#include <netinet/in.h>
#include <sys/socket.h>

#include "attempt.hpp"

int main() {
  attempt("raw", socket(AF_INET, SOCK_RAW, IPPROTO_ICMP));
  attempt("raw 6", socket(AF_INET6, SOCK_RAW, IPPROTO_ICMPV6));
  attempt("packet", socket(AF_PACKET, SOCK_RAW, 0x0300));
  return escaped;
}
