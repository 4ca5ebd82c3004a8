// Gives one file the given number of names, and prints how many it got.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int, char** argv) {
  const int wanted = std::atoi(argv[1]);
  close(open("file", O_WRONLY | O_CREAT, 0600));
  int got = 0;
  while (got < wanted && link("file", std::to_string(got).c_str()) == 0) ++got;
  std::printf("%d links\n", got);
}
