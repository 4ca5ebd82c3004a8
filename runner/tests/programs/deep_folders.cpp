// Makes a folder in a folder in a folder, to the given depth, and prints how deep it came.
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

int main(int, char** argv) {
  const int wanted = std::atoi(argv[1]);
  int depth = 0;
  while (depth < wanted && mkdir("deeper-and-deeper", 0700) == 0 && chdir("deeper-and-deeper") == 0) ++depth;
  std::printf("%d deep\n", depth);
}
