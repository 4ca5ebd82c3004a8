// Leaves files in folders that not even their owner may enter.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main() {
  if (mkdir("outer", 0700) != 0 || mkdir("outer/inner", 0700) != 0) return 1;
  close(open("outer/inner/file", O_WRONLY | O_CREAT, 0000));
  return chmod("outer/inner", 0) == 0 && chmod("outer", 0) == 0 ? 0 : 1;
}
