// Recurses through the given number of MiB of stack and exits 0.
#include <cstdlib>
#include <cstring>

namespace {

int descend(int megabytes) {
  volatile char frame[1 << 20];
  for (std::size_t at = 0; at < sizeof frame; at += 4096) frame[at] = 1;
  if (megabytes <= 1) return frame[4096] - 1;
  return descend(megabytes - 1) + frame[0] - 1;
}

}  // namespace

int main(int, char** argv) {
  return descend(std::atoi(argv[1]));
}
