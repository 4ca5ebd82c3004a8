// Stops itself, as Ctrl-Z would.
#include <csignal>

int main() {
  std::raise(SIGSTOP);
}
