// Asks not to be killed when memory is short, then fills the given number of MiB.
#include <fcntl.h>

#include "attempt.hpp"
#include "fill.hpp"

int main(int, char** argv) {
  attempt("oom_score_adj", write(open("/proc/self/oom_score_adj", O_WRONLY), "-1000", 5));
  void* volatile memory = std::malloc(mebibytes(argv[1]));
  fill(memory, mebibytes(argv[1]));
  return escaped;
}
