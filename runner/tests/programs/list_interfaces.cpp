// Lists the network interfaces, over a netlink socket, and tries to bring up the first.
#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "attempt.hpp"

int main() {
  struct if_nameindex* interfaces = if_nameindex();
  if (interfaces == nullptr) return 1;
  for (auto* one = interfaces; one->if_name != nullptr; ++one) std::printf("interface %s\n", one->if_name);
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP;
  attempt("up", ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCSIFFLAGS, &request));
  return escaped;
}
