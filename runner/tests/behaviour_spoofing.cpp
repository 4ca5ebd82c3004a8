// Rows about forged results: whatever a program prints, returns or writes, the facts are the runner's.

#include <csignal>

#include "runner/tests/behaviour.hpp"

namespace {

const std::vector<Row> rows_of_spoofing = {
    {.behaviour = "prints a verdict and facts",
     .command = "print_verdict",
     .exit_code = 1,
     .says = {"AC\n", "\"exit_code\": 0"}},
    {.behaviour = "exits as a validator that accepts", .command = "exit_with 42", .exit_code = 42},
    {.behaviour = "exits as a validator that rejects", .command = "exit_with 43", .exit_code = 43},
    {.behaviour = "exits as the runner that fails", .command = "exit_with 2", .exit_code = 2},
    {.behaviour = "exits as a shell that found nothing", .command = "exit_with 127", .exit_code = 127},
    {.behaviour = "exits as a shell whose program was killed", .command = "exit_with 137", .exit_code = 137},
    {.behaviour = "signals that its CPU time is up",
     .command = "kill_itself 24",
     .options = "--cpu-limit-ms 1000",
     .outcome = "signaled",
     .signal = SIGXCPU},
    {.behaviour = "signals that it was stopped by a filter",
     .command = "kill_itself 31",
     .outcome = "signaled",
     .signal = SIGSYS},
    {.behaviour = "kills itself as the memory limit would",
     .command = "kill_itself 9",
     .options = "--memory-limit-bytes 67108864",
     .outcome = "signaled",
     .signal = SIGKILL},
    {.behaviour = "forges facts by path",
     .command = "forge_facts {facts}",
     .exit_code = 0,
     .says = {"write facts: No such file", "make facts: ", "remove facts: No such file",
              "beside the work folder: Read-only file system", "move the folder: "},
     .needs = "private-filesystem"},
    {.behaviour = "forges facts on descriptors",
     .command = "forge_on_descriptors",
     .exit_code = 0,
     .says = {"0 descriptors took it"}},
    {.behaviour = "forges a validator's message",
     .command = "forge_feedback {world}",
     .exit_code = 0,
     .says = {"make the folder: ", "write: ", "beside the program: Read-only file system"},
     .needs = "private-filesystem"},
};

}  // namespace

std::span<const Row> spoofing_rows() {
  return rows_of_spoofing;
}
