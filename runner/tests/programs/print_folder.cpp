// Prints the folder in which it runs.
#include <unistd.h>

#include <cstdio>

int main() {
  char path[4096];
  if (getcwd(path, sizeof path) == nullptr) return 1;
  std::puts(path);
}
