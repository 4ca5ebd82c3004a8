// Looks for folders of the machine that are none of its business. Those that lead to itself are there.
#include <initializer_list>
#include <string_view>

#include "attempt.hpp"

int main(int, char** argv) {
  for (const char* path :
       {"/root", "/home", "/var", "/opt", "/mnt", "/srv", "/boot", "/media", "/lost+found", "/sys",
        "/etc/shadow", "/etc/hostname", "/etc/ssh", "/run/systemd", "/var/run/docker.sock"}) {
    if (!std::string_view(argv[0]).starts_with(path)) attempt(path, access(path, F_OK));
  }
  return escaped;
}
