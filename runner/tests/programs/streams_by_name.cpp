// Opens its three streams by their names, as shell scripts do, and copies one line.
#include <fcntl.h>
#include <unistd.h>

int main() {
  char line[12] = {};
  if (read(open("/dev/stdin", O_RDONLY), line, 11) != 11) return 1;
  if (write(open("/dev/stdout", O_WRONLY), line, 11) != 11) return 2;
  if (write(open("/dev/stderr", O_WRONLY), line, 11) != 11) return 3;
}
