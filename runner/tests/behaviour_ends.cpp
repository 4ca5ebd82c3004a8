// Rows about how programs end, and what every program may rely on.

#include <csignal>

#include "runner/tests/behaviour.hpp"

namespace {

// To add a behaviour, write a program in runner/tests/programs and a row in the table of its subject.
const std::vector<Row> rows_of_ends = {
    {.behaviour = "exits 0",
     .command = "exit_with 0",
     .options = "--cpu-limit-ms 500",
     .exit_code = 0,
     .cpu = {0, 100 * ms},
     .wall = {1, 5'000 * ms},
     .memory = {100'000, 64 * mib}},
    {.behaviour = "exits 7", .command = "exit_with 7", .exit_code = 7},
    {.behaviour = "exits 255", .command = "exit_with 255", .exit_code = 255},
    {.behaviour = "aborts", .command = "abort", .outcome = "signaled", .signal = SIGABRT},
    {.behaviour = "writes nowhere", .command = "segfault", .outcome = "signaled", .signal = SIGSEGV},
    {.behaviour = "divides by zero", .command = "divide_by_zero", .outcome = "signaled", .signal = SIGFPE},
    {.behaviour = "executes no instruction",
     .command = "illegal_instruction",
     .outcome = "signaled",
     .signal = SIGILL},
    {.behaviour = "reads behind the end of a file",
     .command = "bus_error",
     .outcome = "signaled",
     .signal = SIGBUS},
    {.behaviour = "throws an exception",
     .command = "throw_exception",
     .outcome = "signaled",
     .signal = SIGABRT,
     .stderr_bytes = {20, 1000}},
    {.behaviour = "terminates itself", .command = "kill_itself 15", .outcome = "signaled", .signal = SIGTERM},

    {.behaviour = "closes its streams", .command = "close_standard_streams", .exit_code = 0},
    {.behaviour = "does not read its 64 MiB of input", .command = "exit_with 0", .exit_code = 0},
    {.behaviour = "copies 64 MiB of input",
     .command = "copy",
     .exit_code = 0,
     .stdout_bytes = exactly(64 * mib),
     .stderr_bytes = exactly(7)},
    {.behaviour = "finds no open descriptor", .command = "check_descriptors", .exit_code = 0},
    {.behaviour = "finds all signals as they should be", .command = "check_signals", .exit_code = 0},

    {.behaviour = "uses threads", .command = "threads_work", .exit_code = 0, .says = {"sum 499999500000\n"}},
    {.behaviour = "talks to its child", .command = "family_talks", .exit_code = 0, .says = {"b 3\n"}},
    {.behaviour = "works with files",
     .command = "files_work",
     .exit_code = 0,
     .says = {"/sandbox\n"},
     .needs = "private-filesystem"},
    {.behaviour = "works with devices",
     .command = "devices_work",
     .exit_code = 0,
     .says = {"all devices work"},
     .needs = "private-filesystem"},
    {.behaviour = "opens its streams by name",
     .command = "streams_by_name",
     .exit_code = 0,
     .stderr_bytes = exactly(11),
     .says = {"first line "},
     .needs = "streams-by-name"},
    {.behaviour = "uses the shell", .command = "shell_works", .exit_code = 0, .says = {"HELLO SANDBOX\n"}},
    {.behaviour = "sets a timer", .command = "timers_work", .exit_code = 0, .says = {"woken"}},
    {.behaviour = "is a Python program",
     .command = "/usr/bin/python3 -c print(6*7)",
     .exit_code = 0,
     .stderr_bytes = exactly(0),
     .says = {"42\n"},
     .needs = "python3"},
    {.behaviour = "ends its first thread first", .command = "first_thread_ends", .exit_code = 5},
    {.behaviour = "is replaced by one of its threads", .command = "execute_in_thread", .exit_code = 4},
    {.behaviour = "has children of other codes", .command = "siblings", .exit_code = 0, .wall = {60 * ms}},

    {.behaviour = "is not there",
     .command = "no-such-program",
     .outcome = "start-failed",
     .message = "No such file or directory"},
    {.behaviour = "is not executable",
     .command = "../../CMakeCache.txt",
     .outcome = "start-failed",
     .message = "Permission denied"},
    {.behaviour = "is a folder",
     .command = "/usr/bin",
     .outcome = "start-failed",
     .message = "Permission denied"},
};

}  // namespace

std::span<const Row> end_rows() {
  return rows_of_ends;
}
