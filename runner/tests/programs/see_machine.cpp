// Looks for folders of the machine that are none of its business.
#include <initializer_list>

#include "attempt.hpp"

int main() {
  for (const char* path :
       {"/root", "/home", "/var", "/opt", "/mnt", "/srv", "/boot", "/media", "/lost+found", "/sys",
        "/etc/shadow", "/etc/hostname", "/etc/ssh", "/run/systemd", "/var/run/docker.sock"}) {
    attempt(path, access(path, F_OK));
  }
  return escaped;
}
