// Exits with the number of the first open descriptor from 3 to 255, or 0 when all are closed.
#include <fcntl.h>

int main() {
  for (int number = 3; number < 256; ++number) {
    if (fcntl(number, F_GETFD) >= 0) return number;
  }
}
