// Tries to open a socket of every family but those of ordinary programs (UNIX, IPv4, IPv6, netlink).
#include <sys/socket.h>

#include <initializer_list>

#include "attempt.hpp"

int main() {
  errno = 0;
  attempt("vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
  attempt("cryptography", socket(AF_ALG, SOCK_SEQPACKET, 0));
  int opened = 0;
  for (int family = 1; family < 64; ++family) {
    if (family == AF_UNIX || family == AF_INET || family == AF_INET6 || family == AF_NETLINK) continue;
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
      if (socket(family, type, 0) >= 0 || errno != EPERM) ++opened;
    }
  }
  std::printf("%d others not refused\n", opened);
  return opened == 0 ? escaped : 9;
}
