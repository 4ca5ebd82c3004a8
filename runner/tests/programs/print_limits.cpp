// Prints the limits that setrlimit(2) knows, soft and hard, and with which mode its files are made.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstdio>

int main() {
  for (int resource = 0; resource < RLIM_NLIMITS; ++resource) {
    rlimit limit{};
    getrlimit(static_cast<__rlimit_resource>(resource), &limit);
    std::printf("%d: %lld %lld\n", resource, static_cast<long long>(limit.rlim_cur),
                static_cast<long long>(limit.rlim_max));
  }
  struct stat facts {};
  fstat(open("made", O_WRONLY | O_CREAT, 0666), &facts);
  std::printf("mode %o\n", facts.st_mode & 07777U);
  if (std::FILE* users = std::fopen("/etc/passwd", "r")) {
    std::puts("knows users");
    std::fclose(users);
  }
}
