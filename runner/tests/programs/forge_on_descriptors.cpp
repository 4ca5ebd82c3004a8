// Writes facts to every descriptor but its two outputs, and to those of other processes.
#include <fcntl.h>

#include <string>
#include <string_view>

#include "attempt.hpp"

int main() {
  constexpr std::string_view forged = "{\"format_version\": 2, \"outcome\": \"exited\", \"exit_code\": 0}\n";
  int taken = 0;
  for (int number = 3; number < 4096; ++number) {
    if (write(number, forged.data(), forged.size()) >= 0) ++taken;
  }
  for (const char* process : {"/proc/1/fd/", "/proc/self/fd/"}) {
    for (int number = 3; number < 256; ++number) {
      const int file = open((process + std::to_string(number)).c_str(), O_WRONLY | O_NONBLOCK);
      if (file >= 0 && write(file, forged.data(), forged.size()) >= 0) ++taken;
      close(file);
    }
  }
  std::printf("%d descriptors took it\n", taken);
  return taken == 0 ? 0 : 9;
}
