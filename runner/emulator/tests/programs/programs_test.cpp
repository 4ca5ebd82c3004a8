// Programs as students write them, compiled by the command that compiles submissions.
#include CATCH2_HEADER

#include <fstream>

#include "program.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path sources = SOURCES, programs = PROGRAMS;

std::string text_of(const Faults& faults) {
  std::string text;
  for (const auto& [line, kind] : faults) text += std::to_string(line) + ": " + kind + "\n";
  return text;
}

/// Whether the build has made it. It leaves out one whose library is missing, and in a sanitizer's build the
/// repaired.
bool is_built(const fs::path& program) {
  return fs::exists(program);
}

/// The kinds in the table of the documentation.
std::set<std::string> documented_kinds() {
  std::set<std::string> kinds;
  std::ifstream page(FINDINGS_PAGE);
  std::string line;
  while (std::getline(page, line) && line.find("| kind | what |") != 0) {
  }
  while (std::getline(page, line) && line.find("|") == 0) {
    if (line.find("| `") == 0) kinds.insert(line.substr(3, line.find('`', 3) - 3));
  }
  return kinds;
}

}  // namespace

TEST_CASE("right programs give what a GPU gives, and no finding") {
  const auto all = sources_in(sources / "right");
  REQUIRE(all.size() >= 30);
  for (const fs::path& source : all) {
    const fs::path program = programs / "right" / source.stem();
    if (!is_built(program)) continue;
    for (const bool races : {false, true}) {
      const Outcome outcome = run(program, races);
      INFO(source.filename() << (races ? ", looking for races" : ""));
      INFO(outcome.findings_text << outcome.error);
      CHECK(outcome.exit_status == 0);
      CHECK(outcome.output == contents(fs::path(source).replace_extension(".out")));
      CHECK(outcome.findings_text.empty());
    }
  }
}

TEST_CASE("programs need no header of a toolkit, which may or may not be there") {
  std::size_t ours = 0;
  for (const fs::path& source : sources_in(sources / "right")) {
    const fs::path program = programs / "right" / source.stem();
    if (!is_built(program) || source.stem() == "thrust_algorithms") continue;
    INFO(source.filename());
    std::ifstream list(program.string() + ".headers");
    REQUIRE(list.is_open());
    std::string header;
    while (list >> header) {
      const std::string name = fs::path(header).filename();
      const bool is_ours = header.find(HEADERS) == 0;
      ours += is_ours;
      if (name.find("cu") == 0 && name.find(".h") != std::string::npos && !is_ours) FAIL_CHECK(header);
    }
  }
  CHECK(ours > 100);
}

TEST_CASE("faulty programs get their findings at their lines, and no other") {
  const auto all = sources_in(sources / "faulty");
  REQUIRE(all.size() >= 20);
  for (const fs::path& source : all) {
    const Outcome outcome = run(programs / "faulty" / source.stem(), true);
    INFO(source.filename() << "\n" << outcome.findings_text << outcome.error);
    const Faults expected = marked_faults(source);
    CHECK(!expected.empty());
    CHECK(text_of(outcome.findings) == text_of(expected));
  }
}

TEST_CASE("the same programs without their faults get none") {
  for (const fs::path& source : sources_in(sources / "faulty")) {
    const fs::path program = programs / "repaired" / source.stem();
    if (!is_built(program)) continue;
    const Outcome outcome = run(program, true);
    INFO(source.filename() << "\n" << outcome.findings_text << outcome.error);
    CHECK(outcome.exit_status == 0);
    CHECK(outcome.findings_text.empty());
    CHECK(outcome.output == contents(fs::path(source).replace_extension(".out")));
  }
}

TEST_CASE("every kind of finding has a faulty program") {
  std::set<std::string> shown;
  for (const fs::path& source : sources_in(sources / "faulty")) {
    for (const auto& [line, kind] : marked_faults(source)) shown.insert(kind);
  }
  const std::set<std::string> documented = documented_kinds();
  REQUIRE(documented.size() >= 12);
  CHECK(shown == documented);
}
