// The program build/compare itself: exit status, feedback file, messages on standard error.
#include CATCH2_HEADER

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;

// A directory with in, ans, out and feedback/, gone at the end.
class Workplace {
 public:
  Workplace() {
    fs::create_directory(folder_ / "feedback");
    write("in", "");
    write("ans", "1 2 5\n");
    write("out", "1 2 6\n");
  }
  void write(const std::string& name, const std::string& text) const { folder_.write(name, text); }

  // The exit status of `compare ARGUMENTS` in this directory, its standard error in the file err. `before`
  // comes before it on the command line: a pipe's beginning.
  int run(const std::string& arguments, const std::string& before = "") const {
    const std::string command =
        fmt::format("cd '{}' && {} '{}' {} 2> err", folder_.path(), before, COMPARE_PROGRAM, arguments);
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  std::string error() const { return base::contents_of(folder_ / "err"); }
  std::string judge_message() const { return base::contents_of(folder_ / "feedback/judgemessage.txt"); }
  bool has_feedback() const { return !fs::is_empty(folder_ / "feedback"); }
  bool error_has(const std::string& part) const { return error().find(part) != std::string::npos; }

 private:
  base::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("42: accepted, and the feedback directory stays empty") {
  const Workplace here;
  CHECK(here.run("in ans feedback/ < ans") == 42);
  CHECK(here.run("in ans feedback < ans") == 42);
  CHECK(here.run("in ans feedback/ float_tolerance 1 < out") == 42);
  CHECK(here.run("in ans feedback/ case_sensitive space_change_sensitive", "cat ans |") == 42);
  CHECK(here.run("in /dev/stdin feedback/ < /dev/null") == 42);
  CHECK(here.error() == "");
  CHECK(!here.has_feedback());
}

TEST_CASE("43: wrong, and the judge message says where") {
  const Workplace here;
  CHECK(here.run("in ans feedback/ < out") == 43);
  CHECK(here.judge_message() == "line 1, token 3: expected 5, found 6\n");
  CHECK(here.run("in ans feedback float_absolute_tolerance 0.5 < out") == 43);
  CHECK(here.judge_message() ==
        "line 1, token 3: expected 5, found 6 (difference 1, absolute tolerance 0.5)\n");
  CHECK(here.run("in ans feedback < /dev/null") == 43);
  CHECK(here.judge_message() ==
        "line 1, token 1: expected 1, found the end of the output (in the answer: line 1, token 1)\n");
  CHECK(here.error() == "");
}

TEST_CASE("an answer that comes through a pipe is read") {
  const Workplace here;
  CHECK(here.run("in /dev/fd/3 feedback/ 3<&0 < ans", "cat ans |") == 42);
  CHECK(here.run("in /dev/fd/3 feedback/ 3<&0 < out", "cat ans |") == 43);
}

TEST_CASE("an endless token ends the comparison") {
  const Workplace here;
  CHECK(here.run("in ans feedback/", "tr '\\0' x < /dev/zero |") == 43);
  CHECK(here.judge_message().find("or more)\n") != std::string::npos);
}

TEST_CASE("2: no judgement, and standard error says why") {
  const Workplace here;
  const auto fails = [&here](const std::string& arguments, const std::string& reason) {
    CAPTURE(arguments);
    CHECK(here.run(arguments) == 2);
    INFO(here.error());
    CHECK(here.error_has(reason));
    CHECK(!here.has_feedback());
  };
  fails("< out", "expected INPUT, ANSWER and FEEDBACK_DIR, found 0 of them");
  fails("in ans < out", "found 2 of them");
  fails("missing ans feedback/ < ans", "cannot read the input missing: No such file");
  fails("in missing feedback/ < ans", "cannot read the answer missing: No such file");
  fails("in feedback feedback/ < ans", "cannot read the answer feedback: Is a directory");
  fails("in ans missing/ < ans", "cannot use the feedback directory missing/: No such file");
  fails("in ans ans < ans", "cannot use the feedback directory ans: it is not a directory");
  fails("in ans feedback/ < feedback", "cannot read the output on stdin: Is a directory");
  fails("in ans feedback/ <&-", "cannot read the output on stdin");
  fails("in ans feedback/ loose < ans", "flag \"loose\": unknown flag");
  fails("in ans feedback/ float_tolerance -1 < ans",
        "flag \"float_tolerance\": expected a number that is not negative");
}

TEST_CASE("a judge message that cannot be written is no verdict") {
  const Workplace here;
  CHECK(here.run("in ans feedback/ < out", "mkdir feedback/judgemessage.txt &&") == 2);
  CHECK(here.error_has("cannot write feedback/judgemessage.txt: Is a directory"));
}

TEST_CASE("--help explains the program") {
  const Workplace here;
  CHECK(here.run("--help > help") == 0);
  CHECK(here.run("-h | grep -q float_relative_tolerance") == 0);
}
