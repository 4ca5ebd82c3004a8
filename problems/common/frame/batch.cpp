#include "problems/common/frame/batch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "base/descriptor.hpp"
#include "kernels/common/variant.hpp"
#include "problems/common/printing/standard_streams.hpp"

namespace problems {
namespace {

/// An error for a list that names no inputs; the message does not contain the program's name.
struct ListError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::vector<std::string> paths_in(const std::string& list) {
  std::ifstream file(list);
  std::vector<std::string> paths;
  for (std::string path; std::getline(file, path); paths.push_back(path)) {
    if (path.empty()) {
      throw ListError(
          fmt::format("{}: line {}: expected the path of an input, found nothing", list, paths.size() + 1));
    }
  }
  // A missing file cannot be opened, a folder cannot be read.
  if (!file.eof()) throw ListError(fmt::format("cannot read {}: {}", list, std::strerror(errno)));
  if (paths.empty()) throw ListError(fmt::format("{}: expected paths of inputs, found an empty file", list));
  return paths;
}

Answer answer_file(std::string_view program, const std::string& path,
                   const std::function<Answer(int descriptor)>& answer) {
  const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) {
    Answer unread;
    unread.exit_code = exit_bad_input;
    unread.message = fmt::format("{}: cannot read {}: {}", program, path, std::strerror(errno));
    return unread;
  }
  return answer(file.number());
}

/// Returns false if the report could not be written.
bool report_in_batch(const std::string& path, const Answer& answer) {
  nlohmann::ordered_json line = {{"input", path},
                                 {"exit_code", answer.exit_code},
                                 {"stdout_bytes", answer.stdout_bytes},
                                 {"wall_ns", answer.wall_ns},
                                 {"message", nullptr}};
  if (answer.exit_code != exit_done) line["message"] = answer.message;
  line.update(reports_of(answer));
  // A path need not be UTF-8, but JSON must be: invalid bytes are replaced.
  const std::string text = nlohmann::ordered_json{{"batch", line}}.dump(
      -1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  return print_error_line(text);
}

}  // namespace

int answer_batch(std::string_view program, const std::string& list,
                 const std::function<Answer(int descriptor)>& answer) {
  std::vector<std::string> paths;
  try {
    paths = paths_in(list);
  } catch (const ListError& error) {
    return fail(program, fmt::format("--batch: {}", error.what()), exit_bad_input);
  }
  for (const std::string& path : paths) {
    const Answer found = answer_file(program, path, answer);
    if (!report_in_batch(path, found)) return exit_failed;
    const bool gpu_failed = found.exit_code == exit_failed && kernels::is_gpu_variant(found.solver);
    if (gpu_failed && &path != &paths.back()) return exit_failed;
  }
  return exit_done;
}

}  // namespace problems
