// Hangs extended attributes of 60 KiB each on files, 64 MiB together.
#include <fcntl.h>
#include <sys/xattr.h>

#include <string>
#include <vector>

#include "attempt.hpp"

int main() {
  const std::vector<char> value(60 << 10, 'y');
  close(open("file", O_WRONLY | O_CREAT, 0600));
  int got = 0;
  for (; got < 1100; ++got) {
    if (setxattr("file", ("user." + std::to_string(got)).c_str(), value.data(), value.size(), 0) != 0) break;
  }
  std::printf("%s: %s\n", got > 0 ? "some" : "none", std::strerror(errno));
}
