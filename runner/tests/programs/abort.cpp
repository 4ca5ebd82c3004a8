// Aborts, as a failed assertion does.
#include <cstdlib>

int main() {
  std::abort();
}
