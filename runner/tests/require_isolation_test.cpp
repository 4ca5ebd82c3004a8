// --require-isolation: all of it, or no run.

#include "runner/tests/callers.hpp"

#include CATCH2_HEADER

namespace {

struct Result {
  int runner_exit;
  std::string messages, output;
  nlohmann::json facts;  ///< null: none were written
};

Result run_identity_printer(const Caller& caller, bool requires_isolation) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run", "--facts", folder / "facts", "--stdout", folder / "out"};
  if (requires_isolation) arguments.emplace_back("--require-isolation");
  for (const auto& word : {std::string("--"), test_program("print_identity")}) arguments.push_back(word);
  StartedRunner started(folder, arguments, caller);
  Result result{started.wait(), started.messages(), text_of_file(folder / "out"), {}};
  if (std::filesystem::exists(folder / "facts")) result.facts = facts_in(folder / "facts");
  return result;
}

/// Checks that with all in force a run is as any other; else there is none, and the reason names everything.
void check_requirement(const Caller& caller) {
  const Result control = run_identity_printer(caller, false);
  REQUIRE(control.runner_exit == 0);
  REQUIRE(control.output.find("user") != std::string::npos);
  const auto missing = control.facts["isolation"]["missing"];

  const Result result = run_identity_printer(caller, true);
  CAPTURE(missing.dump(), result.messages);
  if (missing.empty()) {
    CHECK(result.runner_exit == 0);
    CHECK(result.output == control.output);
    CHECK(result.facts["isolation"] == control.facts["isolation"]);
    return;
  }
  CHECK(result.runner_exit == 2);
  CHECK(result.output.empty());
  CHECK(result.facts.is_null());
  CHECK(result.messages.find("--require-isolation: missing here: ") != std::string::npos);
  for (const auto& item : missing) {
    CHECK(result.messages.find(item["name"].get<std::string>() + " (" + item["reason"].get<std::string>()) !=
          std::string::npos);
  }
}

}  // namespace

TEST_CASE("required isolation: for every user who runs the tests") {
  check_requirement({});
}

TEST_CASE("required isolation: an ordinary user without control groups is refused, with the reason") {
  const auto user = ordinary_user();
  if (!user.is_to_be_had()) return;
  REQUIRE(!run_identity_printer(user.caller, false).facts["isolation"]["missing"].empty());
  check_requirement(user.caller);
}

TEST_CASE("required isolation: control groups are what an ordinary user lacks") {
  const DelegatedGroups groups;
  if (!groups.owner().is_to_be_had()) return;
  check_requirement(groups.owner().caller);
}
