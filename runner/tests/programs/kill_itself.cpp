// Sends itself the signal given.
#include <csignal>
#include <cstdlib>

int main(int, char** argv) {
  std::raise(std::atoi(argv[1]));
}
