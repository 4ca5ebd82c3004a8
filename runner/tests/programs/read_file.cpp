// Prints the first line of the file given, or why it cannot be read.
#include <fstream>
#include <iostream>

#include "attempt.hpp"

int main(int, char** argv) {
  std::ifstream file(argv[1]);
  std::string line;
  if (!std::getline(file, line)) {
    std::printf("read: %s\n", std::strerror(errno));
    return 1;
  }
  std::puts(line.c_str());
}
