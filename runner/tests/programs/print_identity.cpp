// Prints who it is: users, groups, and what the kernel says of its rights.
#include <sys/types.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>

int main() {
  uid_t user, effective_user, saved_user;
  gid_t group, effective_group, saved_group;
  getresuid(&user, &effective_user, &saved_user);
  getresgid(&group, &effective_group, &saved_group);
  std::cout << "user " << user << ' ' << effective_user << ' ' << saved_user << '\n'
            << "group " << group << ' ' << effective_group << ' ' << saved_group << '\n'
            << "process " << getpid() << " of " << getppid() << '\n';
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("Cap") || line.starts_with("NoNewPrivs") || line.starts_with("Seccomp:")) {
      std::cout << line << '\n';
    }
  }
}
