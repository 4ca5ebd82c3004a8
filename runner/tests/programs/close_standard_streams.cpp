// Closes its three standard streams and exits 0.
#include <unistd.h>

int main() {
  for (int stream = 0; stream < 3; ++stream) close(stream);
}
