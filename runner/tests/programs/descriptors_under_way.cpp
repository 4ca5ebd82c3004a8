// Sends descriptors to itself, and never receives them, until the kernel refuses more for its user.
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>

int main() {
  constexpr std::size_t most = 253;  // the kernel's SCM_MAX_FD
  std::array<int, most> numbers{};   // copies of the input
  int sent = 0;
  do {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0) return 1;
    errno = 0;
    for (int i = 0; i < 8 && errno == 0; ++i) {
      alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof numbers)> control{};
      char byte = 0;
      iovec part = {&byte, 1};
      msghdr message{};
      message.msg_iov = &part;
      message.msg_iovlen = 1;
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      cmsghdr* attachment = CMSG_FIRSTHDR(&message);
      attachment->cmsg_level = SOL_SOCKET;
      attachment->cmsg_type = SCM_RIGHTS;
      attachment->cmsg_len = CMSG_LEN(sizeof numbers);
      std::memcpy(CMSG_DATA(attachment), numbers.data(), sizeof numbers);
      if (sendmsg(ends[0], &message, MSG_DONTWAIT) == 1) ++sent;
    }
  } while (errno == 0 && sent < 1000);
  std::printf("%d messages, then %s\n", sent, errno == ETOOMANYREFS ? "refused" : std::strerror(errno));
  std::fflush(stdout);
  pause();
}
