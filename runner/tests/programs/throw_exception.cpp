// Throws an exception that is not caught.
#include <stdexcept>

int main() {
  throw std::runtime_error("nobody catches this");
}
