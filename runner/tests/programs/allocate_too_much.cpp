// Asks for more memory than any machine has, sees that there is none and exits 3.
#include <cstdlib>

int main() {
  void* volatile memory = std::malloc(std::size_t{1} << 46);
  return memory == nullptr ? 3 : 0;
}
