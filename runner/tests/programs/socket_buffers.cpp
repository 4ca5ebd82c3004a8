// Fills pairs of sockets that are never read, the given number of them, with as much as they take.
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

int main(int, char** argv) {
  const std::vector<char> block(1 << 16, 'y');
  for (int left = std::atoi(argv[1]); left > 0; --left) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) return 1;
    for (const int end : ends) {
      while (write(end, block.data(), block.size()) > 0) {
      }
    }
  }
}
