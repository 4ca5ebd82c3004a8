// The frame of a problem program, driven as by a command
// line: problem_main on standard streams that are files.

#include CATCH2_HEADER

#include "problems/common/frame/program.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "problems/common/tests/input.hpp"

namespace {

using problems::test::MemoryFile;
using problems::test::Redirected;

using namespace std::chrono_literals;
using ProgramsVariant = kernels::Variant<int(int)>;

int solved = 0;

int twice(int value) {
  ++solved;
  return 2 * value;
}

/// Answers as the first question to a driver that is slow to start.
kernels::Support supported_after_20_ms() {
  std::this_thread::sleep_for(20ms);
  return {true, {}};
}

constexpr std::array<ProgramsVariant, 2> solvers = {
    {{.name = "cpu-twice", .idea = "doubles", .run = twice},
     {.name = "gpu-twice", .idea = "doubles", .run = twice, .supported = supported_after_20_ms}}};

struct Twice {
  static constexpr std::string_view id = "twice", summary = "Doubles", size_unit = "numbers";
  using Input = int;
  using Output = int;
  using Variant = ProgramsVariant;

  static std::span<const Variant> variants() { return solvers; }
  static Input read(problems::Reader& reader) { return reader.integer(0, 100, "N"); }
  static std::uint64_t size(const Input&) { return 1; }
  static Output solve(const Variant& variant, const Input& input) { return variant.run(input); }
  static void print(const Input&, const Output& output, problems::Writer& writer) { writer.integer(output); }
  static problems::Work work(const Input&) { return {.flop = 3, .least_bytes = 8, .precision = "float64"}; }
};

struct Run {
  int exit_code;
  std::string out, err;
};

Run run(std::string_view input, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "twice");
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  const Redirected in(0, input), out(1), err(2);
  const int exit_code = problems::problem_main<Twice>(static_cast<int>(argv.size()), argv.data());
  std::fflush(stderr);
  return {exit_code, out.text(), err.text()};
}

const std::string work_figures =
    "\"size\":1,\"size_unit\":\"numbers\",\"flop\":3,\"least_bytes\":8,"
    "\"precision\":\"float64\",\"only_reads\":false}}\n";

}  // namespace

TEST_CASE("a program solves, and reports its work when asked to") {
  solved = 0;
  const Run plain = run("21\n", {});
  CHECK(plain.exit_code == 0);
  CHECK(plain.out == "42");
  CHECK(plain.err.empty());
  CHECK(solved == 1);
  const Run reported = run("21\n", {"--work"});
  CHECK(reported.out == "42");
  CHECK(reported.err == "{\"work\":{\"solver\":\"cpu-twice\"," + work_figures);
  CHECK(solved == 2);
}

TEST_CASE("waiting for the GPU after the input is read is start-up") {
  const Run done = run("21\n", {"--solver", "gpu-twice", "--phases"});
  CHECK(done.out == "42");
  const auto phases = nlohmann::json::parse(done.err)["phases"];
  CHECK(phases["gpu"]["start_up_ns"] >= 20'000'000);
  CHECK(phases["gpu"]["start_up_ns"] <= phases["solve_ns"]);
}

TEST_CASE("with --no-solve the work is reported, nothing solved, nothing printed") {
  solved = 0;
  const Run done = run("21\n", {"--work", "--no-solve"});
  CHECK(done.exit_code == 0);
  CHECK(done.out.empty());
  CHECK(done.err == "{\"work\":{" + work_figures);
  CHECK(solved == 0);
}

TEST_CASE("with --no-solve malformed input is refused all the same") {
  const auto* const input = GENERATE("x\n", "101\n", "21 22\n", "");
  const Run done = run(input, {"--work", "--no-solve"});
  CAPTURE(input);
  CHECK(done.exit_code == 2);
  CHECK(done.out.empty());
  CHECK(done.err.rfind("twice: line ", 0) == 0);
}

TEST_CASE("--no-solve without a report, or with one of times, is wrong use") {
  const auto arguments =
      GENERATE(std::vector<std::string>{"--no-solve"}, std::vector<std::string>{"--no-solve", "--phases"},
               std::vector<std::string>{"--no-solve", "--work", "--phases"},
               std::vector<std::string>{"--no-solve", "--work", "--plan"});
  const Run done = run("21\n", arguments);
  CHECK(done.exit_code == 2);
  CHECK(done.out.empty());
  CHECK(done.err == "twice: --no-solve requires --work, and excludes --phases and --plan\n");
}

TEST_CASE("the GPU's start is once in a batch, and told of the first input that was answered") {
  const MemoryFile bad("x"), first("21"), second("22");
  const MemoryFile list(bad.path() + "\n" + first.path() + "\n" + second.path() + "\n");
  const Run done = run("99\n", {"--solver", "gpu-twice", "--phases", "--batch", list.path()});
  CHECK(done.exit_code == 0);
  CHECK(done.out == "4244");  // and nothing of stdin
  std::istringstream lines(done.err);
  std::string line;
  std::getline(lines, line);
  CHECK(nlohmann::json::parse(line)["batch"]["exit_code"] == 2);
  std::getline(lines, line);
  CHECK(nlohmann::json::parse(line)["batch"]["phases"]["gpu"]["start_up_ns"] >= 20'000'000);
  std::getline(lines, line);
  CHECK(nlohmann::json::parse(line)["batch"]["phases"]["gpu"]["start_up_ns"] == 0);
}

TEST_CASE("a batch with --no-solve reports the work of each input and solves none") {
  solved = 0;
  const MemoryFile first("21"), second("22");
  const MemoryFile list(first.path() + "\n" + second.path());
  const Run done = run("", {"--work", "--no-solve", "--batch", list.path()});
  CHECK(done.exit_code == 0);
  CHECK(done.out.empty());
  CHECK(solved == 0);
  std::istringstream lines(done.err);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const auto batch = nlohmann::json::parse(line)["batch"];
    CHECK(batch["work"]["least_bytes"] == 8);
    CHECK_FALSE(batch["work"].contains("solver"));
  }
  CHECK(count == 2);
}

TEST_CASE("--batch with --list is wrong use") {
  const Run done = run("21\n", {"--batch", "list", "--list"});
  CHECK(done.exit_code == 2);
  CHECK(done.out.empty());
  CHECK(done.err == "twice: --list excludes --batch; see twice --help\n");
}

TEST_CASE("a program of which no costs are known takes the first solver that can run, and says so") {
  const Run done = run("21\n", {"--plan"});
  CHECK(done.out == "42");
  const auto plan = nlohmann::json::parse(done.err)["plan"];
  CHECK(plan["solver"] == "cpu-twice");
  CHECK(plan["text"] == "host");
  CHECK(plan["seconds"].is_null());
  const Run listed = run("", {"--list", "--size", "7"});
  CHECK(listed.exit_code == 2);
  CHECK(listed.err == "twice: --size: the times of this program's solvers are not predicted\n");
}

TEST_CASE("what --size, --cores and --text take is told where it is something else") {
  using Arguments = std::vector<std::string>;
  CHECK(run("21\n", {"--size", "7"}).err == "twice: --size requires --list\n");
  for (const auto& arguments :
       {Arguments{"--cores", "0"}, Arguments{"--cores", "-1"}, Arguments{"--cores", "1025"},
        Arguments{"--cores", "two"}, Arguments{"--text", "disk"}}) {
    const Run done = run("21\n", arguments);
    CHECK(done.exit_code == 2);
    CHECK(done.out.empty());
    CHECK(done.err.find(arguments[0] + ": ") != std::string::npos);
    CHECK(done.err.find("; see twice --help\n") != std::string::npos);
  }
  CHECK(run("21\n", {"--cores", "3", "--text", "host"}).out == "42");
}

TEST_CASE("the help is plain: what an option takes, and no marks of the library that parses them") {
  const Run done = run("", {"--help"});
  CHECK(done.exit_code == 0);
  CHECK(done.err.empty());
  for (const char* line : {"  --solver NAME    ", "  --list     ", "  --batch LIST    ",
                           "  --device-memory BYTES    ", "(default: auto)", "not with --list"}) {
    CHECK(done.out.find(line) != std::string::npos);
  }
  for (const char* mark : {"NAME=", "Excludes", "POSITIVE"}) CHECK(done.out.find(mark) == std::string::npos);
}

TEST_CASE("a device memory of nothing, or of no number, is told with what was expected") {
  for (const char* bytes : {"0", "-1", "much", "1.5"}) {
    const Run done = run("21\n", {"--device-memory", bytes});
    CHECK(done.exit_code == 2);
    CHECK(done.err ==
          fmt::format("twice: --device-memory: expected a number of bytes above 0, found '{}'; see "
                      "twice --help\n",
                      bytes));
  }
  CHECK(run("21\n", {"--device-memory", "1000000"}).exit_code == 0);
}

TEST_CASE("an argument that is a folder is called one; a file is shown as standard input") {
  CHECK(run("", {"/proc"}).err ==
        "twice: '/proc' is a directory; expected an input file on stdin: twice < FILE; see twice --help\n");
  CHECK(run("", {"1.in"}).err ==
        "twice: unexpected argument '1.in'; the input is read from stdin: twice < 1.in; see twice --help\n");
}
