// Programs as students write them, compiled by the command that compiles submissions.
#include CATCH2_HEADER

#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "program.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path sources = SOURCES, programs = PROGRAMS;

std::vector<fs::path> right_sources() {
  return sources_in({sources / "right", sources / "front_end" / "right"});
}

/// Without those that the compiler refuses.
std::vector<fs::path> faulty_sources() {
  auto all = sources_in({sources / "faulty", sources / "front_end" / "wrong"});
  std::erase_if(
      all, [](const fs::path& source) { return contents(source).find("// refused: ") != std::string::npos; });
  return all;
}

std::string text_of(const Faults& faults) {
  std::string text;
  for (const auto& [line, kind] : faults) text += std::to_string(line) + ": " + kind + "\n";
  return text;
}

/// The programs that this build cannot have: a part of their names, and why.
const std::map<std::string, std::string> left_out = {
#if !OPENBLAS_IS_HERE
    {"cublas", "cuBLAS's calls need OpenBLAS, which was not found"},
#endif
#if !CCCL_IS_HERE
    {"thrust", "CCCL's headers were not found"},
    {"cub_", "CCCL's headers were not found"},
    {"libcu_", "CCCL's headers were not found"},
#endif
};

/// Whether the build was to make the program of this source; said where not. One that is missing all the same
/// fails when it is run.
bool is_built(const fs::path& source) {
  for (const auto& [part, reason] : left_out) {
    if (source.stem().string().find(part) == std::string::npos) continue;
    std::cout << "skipped: " << reason << ": " << source.filename().string() << '\n';
    return false;
  }
  return true;
}

/// The kinds in the table of the documentation.
std::set<std::string> documented_kinds() {
  std::set<std::string> kinds;
  std::ifstream page(FINDINGS_PAGE);
  std::string line;
  while (std::getline(page, line) && line.find("| kind |") != 0) {
  }
  while (std::getline(page, line) && line.find("|") == 0) {
    if (line.find("| `") == 0) kinds.insert(line.substr(3, line.find('`', 3) - 3));
  }
  return kinds;
}

}  // namespace

TEST_CASE("right programs give what a GPU gives, and no finding") {
  const auto all = right_sources();
  REQUIRE(all.size() >= 30);
  for (const fs::path& source : all) {
    const fs::path program = programs / "right" / source.stem();
    if (!is_built(source)) continue;
    const Outcome outcome = run(program, source);
    INFO(source.filename() << "\n" << outcome.findings_text << outcome.error);
    CHECK(outcome.exit_status == 0);
    CHECK(outcome.output == contents(fs::path(source).replace_extension(".out")));
    CHECK(outcome.findings_text.empty());
  }
}

TEST_CASE("faulty programs get their findings at their lines, and no other") {
  const auto all = faulty_sources();
  REQUIRE(all.size() >= 20);
  for (const fs::path& source : all) {
    const Outcome outcome = run(programs / "faulty" / source.stem(), source);
    INFO(source.filename() << "\n" << outcome.findings_text << outcome.error);
    const Faults expected = marked_faults(source);
    CHECK(!expected.empty());
    CHECK(text_of(outcome.findings) == text_of(expected));
  }
}

TEST_CASE("programs need no header of a toolkit, which may or may not be there") {
  std::size_t ours = 0;
  for (const fs::path& source : right_sources()) {
    const fs::path program = programs / "right" / source.stem();
    if (!is_built(source)) continue;
    INFO(source.filename());
    const std::string all = contents(program.string() + ".headers");
    REQUIRE(!all.empty());
    if (all.find("/cuda/std/") != std::string::npos) continue;  // CCCL's headers may be a toolkit's
    std::istringstream list(all);
    std::string header;
    while (list >> header) {
      const std::string name = fs::path(header).filename();
      const bool is_ours = header.find("cuda-emulator/include/") != std::string::npos;
      ours += is_ours;
      if (name.find("cu") == 0 && fs::path(header).extension() == ".h" && !is_ours) FAIL_CHECK(header);
    }
  }
  CHECK(ours > 100);
}

TEST_CASE("the same programs without their faults get none") {
  for (const fs::path& source : faulty_sources()) {
    const Outcome outcome = run(programs / "repaired" / source.stem(), source);
    INFO(source.filename() << "\n" << outcome.findings_text << outcome.error);
    CHECK(outcome.exit_status == 0);
    CHECK(outcome.findings_text.empty());
    CHECK(outcome.output == contents(fs::path(source).replace_extension(".out")));
  }
}

TEST_CASE("every kind of finding has a faulty program") {
  std::set<std::string> shown;
  for (const fs::path& source : faulty_sources()) {
    for (const auto& [line, kind] : marked_faults(source)) shown.insert(kind);
  }
  const std::set<std::string> documented = documented_kinds();
  REQUIRE(documented.size() >= 12);
  CHECK(shown == documented);
}
