// Tests what a traced process writes about itself.

#include "runner/gpu_trace/process_record.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include CATCH2_HEADER

using gpu_trace::process_record;

namespace {

/// Takes records as the last ones of kernels are taken: by an exit handler that is older than the first record.
void take_last_records() {
  const std::string known = process_record().kernel("_Z5firstv").name.data();
  const std::string fresh = process_record().kernel("_Z4lastv").name.data();
  _exit(known == "first()" && fresh == "last()" && process_record()->kernel_count == 2 ? 0 : 1);
}

}  // namespace

TEST_CASE("kernels are found again until the very end of a process") {
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    std::atexit(take_last_records);
    process_record().kernel("_Z5firstv");
    std::exit(2);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(status == 0);
}
