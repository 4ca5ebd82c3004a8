/* run_limited PROGRAM [ARGUMENT]...: runs a program with 1 s of CPU time and 256 MiB, and says how it ended.
 * JUDGE_RUNNER is the runner, if it is not on PATH. To build it: cc -o run_limited run_limited.c */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Starts the runner and waits for it. Returns its exit status; 2 where it could not be started. */
static int run(const char* facts, int count, char** command) {
  const char* runner = getenv("JUDGE_RUNNER") ? getenv("JUDGE_RUNNER") : "judge-runner";
  const char* const options[] = {"run",       "--facts",
                                 facts,       "--stdout",
                                 "-",         "--cpu-limit-ms",
                                 "1000",      "--wall-limit-ms",
                                 "5000",      "--process-limit",
                                 "64",        "--memory-limit-bytes",
                                 "268435456", "--"};
  const size_t option_count = sizeof options / sizeof *options;
  const char** arguments = calloc(option_count + (size_t)count + 2, sizeof *arguments);
  if (!arguments) return 2;
  arguments[0] = runner;
  memcpy(arguments + 1, options, sizeof options);
  memcpy(arguments + 1 + option_count, command, (size_t)count * sizeof *command);
  const pid_t child = fork();
  if (child == 0) {
    execvp(runner, (char**)arguments);
    perror(runner);
    _exit(2);
  }
  free(arguments);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status)) return 2;
  return WEXITSTATUS(status);
}

int main(int count, char** arguments) {
  char facts[] = "/tmp/facts-XXXXXX";
  const int descriptor = mkstemp(facts);
  if (descriptor < 0) {
    perror(facts);
    return 2;
  }
  close(descriptor);
  const int status = run(facts, count - 1, arguments + 1);
  char line[4096], outcome[64] = "";
  FILE* file = status == 0 ? fopen(facts, "r") : NULL;
  /* A line has one key; a program that reads more of them takes a JSON library. */
  while (file && fgets(line, sizeof line, file)) sscanf(line, "  \"outcome\": \"%63[^\"]\"", outcome);
  if (file) fclose(file);
  unlink(facts);
  if (!*outcome) return 2;
  printf("outcome: %s\n", outcome);
  return strcmp(outcome, "exited") != 0;
}
