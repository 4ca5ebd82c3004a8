// Lists the folder given, one name a line, then the number of names.
#include <dirent.h>

#include <string_view>

#include "attempt.hpp"

int main(int, char** argv) {
  DIR* folder = opendir(argv[1]);
  if (folder == nullptr) {
    attempt("list", -1);
    return 1;
  }
  int count = 0;
  while (const dirent* entry = readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    std::puts(entry->d_name);
    ++count;
  }
  std::printf("%d names\n", count);
}
