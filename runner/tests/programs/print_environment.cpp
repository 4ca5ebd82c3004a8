// Prints its environment, from memory and from /proc.
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <iterator>

int main() {
  for (char** word = environ; *word != nullptr; ++word) std::cout << *word << '\n';
  std::ifstream file("/proc/self/environ");
  for (std::string word; std::getline(file, word, '\0');) std::cout << "proc " << word << '\n';
}
