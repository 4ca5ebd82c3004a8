// Uses the GPU, then overwrites the file of its own trace, "fill", or empties it, "empty".
#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "traced.cuh"

int main(int, char** arguments) {
  spin_ns(1000);
  const char* path = std::getenv("WARP_JUDGE_GPU_TRACE");
  const int file = path == nullptr ? -1 : open(path, O_RDWR);
  if (file < 0) return 4;
  if (std::strcmp(arguments[1], "empty") == 0) {
    if (ftruncate(file, 0) != 0) return 5;
  } else {
    const std::vector<char> noise(static_cast<std::size_t>(lseek(file, 0, SEEK_END)), '\xFF');
    if (pwrite(file, noise.data(), noise.size(), 0) != static_cast<ssize_t>(noise.size())) return 6;
  }
  std::puts("damaged");
  std::fflush(stdout);
  _exit(0);
}
