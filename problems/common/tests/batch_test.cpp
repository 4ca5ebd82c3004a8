// The batch, with answers of its own: what is reported of each input, and what ends a batch early.

#include CATCH2_HEADER

#include "problems/common/frame/batch.hpp"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/temporary_folder.hpp"
#include "problems/common/printing/writer.hpp"
#include "problems/common/reading/reader.hpp"
#include "problems/common/tests/input.hpp"

namespace {

using nlohmann::json;
using problems::Answer;
using problems::test::Redirected;

/// What an input of these tests makes the solver do, which else prints the number again.
enum Number {
  breaks_off = 90,
  runs_out_of_memory = 91,
  cannot_run = 92,
  lacks_a_gpu = 93,
  breaks_the_gpu = 94
};

void solve(int number, Answer& answer) {
  problems::Writer writer(1, &answer.stdout_bytes);
  writer.integer(number);
  if (number == breaks_off) {
    writer.flush();
    throw std::runtime_error("broke off");
  }
  if (number == runs_out_of_memory) throw std::bad_alloc();
  if (number == cannot_run) throw problems::CannotRun{"too large"};
  if (number == lacks_a_gpu) throw kernels::GpuCannotRun("no memory left");
  if (number == breaks_the_gpu) throw kernels::GpuError("illegal address");
  writer.flush();
}

struct Batch {
  int exit_code;
  std::string out, err;
  std::vector<json> lines;
};

Batch batch(const std::string& list, std::string_view solver = "cpu-echo") {
  const Redirected out(1), err(2);
  const int exit_code = problems::answer_batch("echo", list, [&](int descriptor) {
    return problems::answered("echo", [&](Answer& answer) {
      problems::Reader reader(descriptor);
      const int number = reader.integer(0, 99, "N");
      reader.expect_end();
      answer.solver = solver;
      solve(number, answer);
      answer.work = {solver, "numbers", 1, {.flop = 3, .least_bytes = 8}};
    });
  });
  std::fflush(stderr);
  Batch done{exit_code, out.text(), err.text(), {}};
  std::istringstream stream(done.err);
  for (std::string line; std::getline(stream, line) && line.front() == '{';) {
    done.lines.push_back(json::parse(line).at("batch"));
  }
  return done;
}

/// The list of files that hold these texts.
std::string list_of(const base::TemporaryFolder& folder, const std::vector<std::string>& inputs) {
  std::string paths;
  for (const std::string& input : inputs) {
    paths += folder.write("input-" + std::to_string(paths.size()), input) + "\n";
  }
  return folder.write("list", paths);
}

}  // namespace

TEST_CASE("every input of a batch is answered, in its order, with a report of each") {
  const base::TemporaryFolder folder;
  const std::string list = list_of(folder, {"7\n", "42", "7"});
  const Batch done = batch(list);
  CHECK(done.exit_code == 0);
  CHECK(done.out == "7427");
  REQUIRE(done.lines.size() == 3);
  const json& second = done.lines[1];
  CHECK(second["input"].get<std::string>().rfind(folder.path(), 0) == 0);
  CHECK(second["exit_code"] == 0);
  CHECK(second["stdout_bytes"] == 2);
  CHECK(second["wall_ns"] > 0);
  CHECK(second["message"] == nullptr);
  CHECK(second["work"]["solver"] == "cpu-echo");
  CHECK_FALSE(second.contains("phases"));
}

TEST_CASE("the last line of a list may be without its newline") {
  const base::TemporaryFolder folder;
  const std::string first = folder.write("a", "1"), second = folder.write("b", "2");
  const std::string list = folder.write("list", first + "\n" + second);
  CHECK(batch(list).out == "12");
}

TEST_CASE("a failure in the middle of a batch is reported with its exit code, and the batch goes on") {
  struct Case {
    std::string input;
    int exit_code, stdout_bytes;
    std::string message;
  };
  const auto bad = GENERATE(
      Case{"x", 2, 0, "echo: line 1, column 1: expected N (an integer from 0 to 99), found \"x\""},
      Case{"1 2", 2, 0, "echo: line 1, column 3: expected the end of the input, found \"2\""},
      Case{"90", 1, 2, "echo: broke off"}, Case{"91", 1, 0, "echo: not enough memory for this input"},
      Case{"92", 3, 0, "echo: this solver cannot run: too large"},
      Case{"93", 3, 0, "echo: this solver cannot run: no memory left"});
  const base::TemporaryFolder folder;
  const Batch done = batch(list_of(folder, {"7", bad.input, "8"}));
  CAPTURE(bad.input);
  CHECK(done.exit_code == 0);
  CHECK(done.out == "7" + bad.input.substr(0, static_cast<std::size_t>(bad.stdout_bytes)) + "8");
  REQUIRE(done.lines.size() == 3);
  CHECK(done.lines[1]["exit_code"] == bad.exit_code);
  CHECK(done.lines[1]["stdout_bytes"] == bad.stdout_bytes);
  CHECK(done.lines[1]["message"] == bad.message);
  CHECK_FALSE(done.lines[1].contains("work"));
  CHECK(done.lines[2]["exit_code"] == 0);
}

TEST_CASE("inputs that are not there or are folders fail alone") {
  const base::TemporaryFolder folder;
  const std::string good = folder.write("good", "5"), missing = folder.path() + "/missing";
  const Batch done = batch(folder.write("list", missing + "\n" + folder.path() + "\n" + good + "\n"));
  CHECK(done.exit_code == 0);
  CHECK(done.out == "5");
  REQUIRE(done.lines.size() == 3);
  CHECK(done.lines[0]["exit_code"] == 2);
  CHECK(done.lines[0]["message"] == "echo: cannot read " + missing + ": No such file or directory");
  CHECK(done.lines[1]["exit_code"] == 2);
  CHECK(done.lines[1]["message"] ==
        "echo: line 1, column 1: expected an input that can be read, found a read error: Is a directory");
}

TEST_CASE("a failure of the GPU ends the batch: what was not reached has no line") {
  const base::TemporaryFolder folder;
  const Batch done = batch(list_of(folder, {"7", "94", "8"}), "gpu-echo");
  CHECK(done.exit_code == 1);
  CHECK(done.out == "7");
  REQUIRE(done.lines.size() == 2);
  CHECK(done.lines[1]["exit_code"] == 1);
  CHECK(done.lines[1]["message"] == "echo: illegal address");
}

TEST_CASE(
    "a GPU solver's batch goes on after what says nothing of the GPU, and ends well with its last input") {
  const base::TemporaryFolder folder;
  const Batch done = batch(list_of(folder, {"x", "92", "93", "8", "94"}), "gpu-echo");
  CHECK(done.exit_code == 0);
  CHECK(done.out == "8");
  CHECK(done.lines.size() == 5);
}

TEST_CASE("a list that names nothing, or that cannot be read, is wrong use") {
  const base::TemporaryFolder folder;
  const std::string good = folder.write("good", "5");
  const std::string empty = folder.write("empty", ""), blank = folder.write("blank", good + "\n\n" + good);
  const auto refused = [](const std::string& list, const std::string& why) {
    const Batch done = batch(list);
    CHECK(done.exit_code == 2);
    CHECK(done.out.empty());
    CHECK(done.err == "echo: --batch: " + why + "\n");
  };
  refused(empty, empty + ": expected paths of inputs, found an empty file");
  refused(blank, blank + ": line 2: expected the path of an input, found nothing");
  refused(folder.path() + "/none", "cannot read " + folder.path() + "/none: No such file or directory");
  refused(folder.path(), "cannot read " + folder.path() + ": Is a directory");
}

TEST_CASE("a path that is no UTF-8 is reported as far as JSON can hold it") {
  const base::TemporaryFolder folder;
  const Batch done = batch(folder.write("list", folder.write("\xff", "5")));
  REQUIRE(done.lines.size() == 1);
  CHECK(done.lines[0]["input"] == folder.path() + "/\xEF\xBF\xBD");
  CHECK(done.out == "5");
}
