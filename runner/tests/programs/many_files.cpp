// Makes the given number of empty files and prints how many it got.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int, char** argv) {
  const int wanted = std::atoi(argv[1]);
  int got = 0;
  for (; got < wanted; ++got) {
    const int file = open(std::to_string(got).c_str(), O_WRONLY | O_CREAT, 0600);
    if (file < 0) break;
    close(file);
  }
  std::printf("%d files\n", got);
}
