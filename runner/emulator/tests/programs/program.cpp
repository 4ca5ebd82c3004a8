#include "program.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Outcome run(const fs::path& program, const fs::path& source) {
  const fs::path input = fs::path(source).replace_extension(".in");
  const fs::path folder = fs::temp_directory_path() / fmt::format("emulated-program-{}", getpid());
  fs::create_directory(folder);
  const std::string command = fmt::format(
      "cd '{}' && CUDA_EMULATOR_FINDINGS=findings timeout 120 '{}' <'{}' >output 2>error", folder.string(),
      program.string(), (fs::exists(input) ? input : fs::path("/dev/null")).string());
  const int status = std::system(command.c_str());
  Outcome outcome;
  if (WIFEXITED(status)) outcome.exit_status = WEXITSTATUS(status);
  outcome.output = contents(folder / "output");
  outcome.error = contents(folder / "error");
  outcome.findings_text = contents(folder / "findings");
  std::istringstream lines(outcome.findings_text);
  for (std::string line; std::getline(lines, line);) {
    const auto finding = nlohmann::json::parse(line);
    const bool own = fs::path(finding.value("file", "")).filename() == program.filename().string() + ".cu";
    outcome.findings.emplace(own ? finding.value("line", 0) : 0, finding.value("kind", ""));
  }
  fs::remove_all(folder);
  return outcome;
}

std::vector<fs::path> sources_in(const std::vector<fs::path>& folders) {
  std::vector<fs::path> sources;
  for (const fs::path& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".cu") sources.push_back(entry.path());
    }
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

Faults marked_faults(const fs::path& source) {
  static const std::string mark = "// fault: ";
  Faults faults;
  std::ifstream stream(source);
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    const auto at = line.find(mark);
    if (at == std::string::npos) continue;
    std::istringstream kinds(line.substr(at + mark.size()));
    for (std::string kind; std::getline(kinds >> std::ws, kind, ',');) faults.emplace(number, kind);
  }
  return faults;
}
