// Runs a pipe of commands through the shell.
#include <cstdio>

int main() {
  std::FILE* pipe = popen("echo hello world | tr a-z A-Z | sed s/WORLD/SANDBOX/", "r");
  char line[100] = {};
  if (pipe == nullptr || std::fgets(line, sizeof line, pipe) == nullptr) return 1;
  std::fputs(line, stdout);
  return pclose(pipe);
}
