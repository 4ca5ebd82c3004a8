// Tests the form of the facts, the streams of a run, and its wall time against the program's own clock.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>

#include "runner/tests/start_runner.hpp"

#include CATCH2_HEADER

TEST_CASE("the facts have every key of format 4, in order") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("segfault")});
  REQUIRE(started.wait() == 0);
  const auto facts = nlohmann::ordered_json::parse(text_of_file(folder / "facts"));
  std::vector<std::string> keys;
  for (const auto& [key, ignored] : facts.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"format_version", "outcome", "exit_code", "signal", "signal_name",
                                         "user_ns", "system_ns", "wall_ns", "peak_memory_bytes",
                                         "stdout_bytes", "stderr_bytes", "work_bytes", "work_files",
                                         "contention", "gpu", "isolation", "message"});
  CHECK(facts["format_version"] == 4);
  CHECK(facts["signal_name"] == "SIGSEGV");
  CHECK(facts["gpu"].is_null());
}

TEST_CASE("every isolation has a name and is either in force or missing with its reason") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("exit_with"), "0"});
  REQUIRE(started.wait() == 0);
  const auto isolation = facts_in(folder / "facts")["isolation"];
  INFO(isolation.dump(2));
  std::multiset<std::string> names;
  for (const auto& name : isolation["in_force"]) names.insert(name.get<std::string>());
  for (const auto& item : isolation["missing"]) {
    names.insert(item["name"].get<std::string>());
    CHECK(item["reason"].get<std::string>().size() > 5);
  }
  CHECK(names == std::multiset<std::string>{"user-namespace",
                                            "pid-namespace",
                                            "mount-namespace",
                                            "network-namespace",
                                            "ipc-namespace",
                                            "uts-namespace",
                                            "cgroup-namespace",
                                            "private-filesystem",
                                            "private-proc",
                                            "cgroup-memory",
                                            "cgroup-cpu",
                                            "cgroup-processes",
                                            "unprivileged-user",
                                            "no-capabilities",
                                            "no-new-privileges",
                                            "closed-descriptors",
                                            "clean-environment",
                                            "own-session",
                                            "parent-death-signal",
                                            "rlimits",
                                            "no-core-dumps",
                                            "seccomp",
                                            "swap-off"});
  const bool has_groups = isolation["in_force"].dump().find("cgroup-memory") != std::string::npos;
  CHECK(isolation["cgroup"].is_null() != has_groups);
}

TEST_CASE("what lies in the work folder at the end is counted") {
  // The pause is for a known gap: what a program writes in its first moments may count as there before.
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", "/bin/sh", "-c",
                                 "sleep 0.2; head -c 1000000 /dev/zero > one; mkdir two; : > two/three"});
  REQUIRE(started.wait() == 0);
  const auto facts = facts_in(folder / "facts");
  CHECK(facts["work_files"] == 3);
  CHECK(facts["work_bytes"] >= 1'000'000);
  CHECK(facts["work_bytes"] <= 1'004'096);  // in whole pages
}

TEST_CASE("the streams are the files named") {
  const TemporaryFolder folder;
  std::ofstream(folder / "in") << "from in to out";
  std::ofstream(folder / "out") << "what an earlier run left behind, longer than the new output";
  Caller caller;
  caller.standard_streams_closed = GENERATE(false, true);
  StartedRunner started(folder,
                        {"run", "--facts", folder / "facts", "--stdin", folder / "in", "--stdout",
                         folder / "out", "--stderr", folder / "err", "--", test_program("copy")},
                        caller);
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(folder / "facts")["exit_code"] == 0);
  CHECK(text_of_file(folder / "out") == "from in to out");
  CHECK(text_of_file(folder / "err") == "copied\n");
}

TEST_CASE("without names the program reads nothing and writes nowhere") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--", test_program("copy")});
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(folder / "facts")["stdout_bytes"] == 0);
  CHECK(facts_in(folder / "facts")["stderr_bytes"] == 7);
  CHECK(started.output().empty());
  CHECK(started.messages().empty());
}

TEST_CASE("an output may go through a link or into a FIFO") {
  const TemporaryFolder folder;
  std::ofstream(folder / "in") << "passed on";
  REQUIRE(symlink("target", (folder / "link").c_str()) == 0);
  REQUIRE(mkfifo((folder / "fifo").c_str(), 0600) == 0);
  const int reader = open((folder / "fifo").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const std::string name = GENERATE("link", "fifo");
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--stdin", folder / "in", "--stdout",
                                 folder / name, "--", test_program("copy")});
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(folder / "facts")["stdout_bytes"] == 9);
  char text[100] = {};
  if (name == "fifo") {
    CHECK(read(reader, text, sizeof text) == 9);
    CHECK(std::string(text) == "passed on");
  } else {
    CHECK(text_of_file(folder / "target") == "passed on");
  }
  close(reader);
}

TEST_CASE("a file that the program leaves is kept for its caller, as far as that is asked for") {
  struct Row {
    std::string script, kept;
  };
  const auto row = GENERATE(values<Row>({
      {"echo found > left", "found\n"},
      {"echo found > left; kill -9 $$", "found\n"},
      {"echo found > left; chmod 0 left; chmod 700 .", "found\n"},
      {"head -c 70000 /dev/zero > left", std::string(65536, '\0')},
      {"echo found > other", ""},
      {"ln -s /usr/bin/env left", ""},
      {"mkfifo left", ""},
      {"mkdir left", ""},
  }));
  CAPTURE(row.script);
  if (row.script.find("chmod 0") != std::string::npos && geteuid() != 0) {
    std::cout << "skipped: the tests do not run as root: nobody else could read it\n";
    return;
  }
  const TemporaryFolder folder;
  std::ofstream(folder / "left") << "what an earlier run left behind";
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--keep", folder / "left", "--",
                                 "/bin/sh", "-c", row.script});
  REQUIRE(started.wait() == 0);
  CHECK(facts_in(folder / "facts")["message"].is_null());
  CHECK(text_of_file(folder / "left") == row.kept);
}

TEST_CASE("the program runs on its cores") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--cores",
                                 "0", "--", test_program("print_cores")});
  REQUIRE(started.wait() == 0);
  CHECK(text_of_file(folder / "out") == "0\n");
}

TEST_CASE("wall time is what a monotonic clock in the program says, and what start and end take", "[alone]") {
  const TemporaryFolder folder;
  StartedRunner started(folder, {"run", "--facts", folder / "facts", "--stdout", folder / "out", "--",
                                 test_program("tell_wall_time"), "300"});
  REQUIRE(started.wait() == 0);
  const auto wall_ns = facts_in(folder / "facts")["wall_ns"].get<double>();
  const double told_ns = std::stod(text_of_file(folder / "out"));
  CHECK(wall_ns >= told_ns);
  CHECK(wall_ns <=
        2 * told_ns);  // on a busy machine; a clock of another unit or of another span is further off
}
