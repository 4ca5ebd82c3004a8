// Lists the network interfaces, by their numbers, resolves an address, and tries to bring up the first interface.
#include <net/if.h>
#include <netdb.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "attempt.hpp"

int main() {
  const int any = socket(AF_INET, SOCK_DGRAM, 0);
  if (any < 0) return 1;
  ifreq request{};
  for (request.ifr_ifindex = 1; request.ifr_ifindex < 100; ++request.ifr_ifindex) {
    const int index = request.ifr_ifindex;
    if (ioctl(any, SIOCGIFNAME, &request) == 0) std::printf("interface %s\n", request.ifr_name);
    request.ifr_ifindex = index;
  }
  addrinfo wanted{};
  wanted.ai_flags = AI_ADDRCONFIG;  // looks at the interfaces
  addrinfo* found = nullptr;
  std::printf("an address: %s\n",
              getaddrinfo("127.0.0.1", "80", &wanted, &found) == 0 ? "resolved" : "unknown");
  std::strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP;
  attempt("up", ioctl(any, SIOCSIFFLAGS, &request));
  return escaped;
}
