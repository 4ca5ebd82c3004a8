// Writes a program and a script to its folder and tries to execute them.
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "attempt.hpp"

int main() {
  std::ifstream from("/usr/bin/true", std::ios::binary);
  std::ofstream("program", std::ios::binary) << from.rdbuf();
  std::ofstream("script") << "#!/bin/sh\nexit 9\n";
  chmod("program", 06755);
  chmod("script", 0755);
  for (const char* name : {"program", "script", "/tmp/../sandbox/program"}) {
    const char* arguments[] = {name, nullptr};
    attempt(name, execv(name, const_cast<char**>(arguments)));
  }
  execl("/lib64/ld-linux-x86-64.so.2", "ld.so", "./program",
        nullptr);  // maps it to be executed: refused, exit 127
  attempt("loader", -1);
  return escaped;
}
