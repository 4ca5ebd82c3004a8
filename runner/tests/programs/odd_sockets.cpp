// Tries to open a socket of every family but those of ordinary programs (UNIX, IPv4, IPv6), a pair of them of
// every family but UNIX, and one of IPv4 and IPv6 by every protocol but TCP, UDP and ICMP, and of odd types.
#include <netinet/in.h>
#include <sys/socket.h>

#include <initializer_list>
#include <utility>

#include "attempt.hpp"

int main() {
  errno = 0;
  attempt("vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
  attempt("cryptography", socket(AF_ALG, SOCK_SEQPACKET, 0));
  int opened = 0;
  for (int family = 1; family < 64; ++family) {
    if (family == AF_UNIX || family == AF_INET || family == AF_INET6) continue;
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
      if (socket(family, type, 0) >= 0 || errno != EPERM) ++opened;
    }
  }
  int paired = 0;
  for (int family = 0; family < 64; ++family) {
    if (family == AF_UNIX) continue;
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET}) {
      int ends[2];
      if (socketpair(family, type, 0, ends) == 0 || errno != EPERM) ++paired;
    }
  }
  std::printf("%d pairs not refused\n", paired);
  int spoken = 0;
  for (const auto& [family, icmp] :
       {std::pair<int, int>{AF_INET, IPPROTO_ICMP}, {AF_INET6, IPPROTO_ICMPV6}}) {
    for (int protocol = 1; protocol < 300; ++protocol) {
      if (protocol == IPPROTO_TCP || protocol == IPPROTO_UDP || protocol == icmp) continue;
      for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET, SOCK_DCCP}) {
        if (socket(family, type, protocol) >= 0 || errno != EPERM) ++spoken;
      }
    }
    for (const int type : {int{SOCK_RDM}, int{SOCK_SEQPACKET}, int{SOCK_DCCP}, SOCK_DCCP | SOCK_CLOEXEC}) {
      if (socket(family, type, 0) >= 0 || errno != EPERM) ++spoken;
    }
  }
  std::printf("%d protocols not refused\n", spoken);
  std::printf("%d others not refused\n", opened);
  return opened + paired + spoken == 0 ? escaped : 9;
}
