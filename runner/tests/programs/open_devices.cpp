// Looks for devices of the machine.
#include <fcntl.h>

#include <initializer_list>

#include "attempt.hpp"

int main() {
  for (const char* path :
       {"/dev/sda", "/dev/vda", "/dev/nvme0n1", "/dev/mem", "/dev/kmem", "/dev/port", "/dev/kmsg", "/dev/kvm",
        "/dev/fuse", "/dev/net/tun", "/dev/tty", "/dev/tty0", "/dev/ptmx", "/dev/console",
        "/dev/loop-control", "/dev/mqueue", "/dev/hugepages", "/dev/nvidiactl", "/dev/nvidia0"}) {
    attempt(path, open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
  }
  return escaped;
}
