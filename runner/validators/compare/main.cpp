// compare: the default output validator of the problem package format 2025-09.
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <system_error>

#include "base/cores.hpp"
#include "base/descriptor.hpp"
#include "runner/validators/compare/answer_file.hpp"
#include "runner/validators/compare/comparison.hpp"
#include "runner/validators/compare/feedback.hpp"

namespace {

constexpr int accepted = 42;
constexpr int wrong_answer = 43;
constexpr int judge_error = 2;

constexpr const char* usage =
    "usage: compare INPUT ANSWER FEEDBACK_DIR [FLAG]... < OUTPUT\n"
    "\n"
    "Compares OUTPUT with the file ANSWER, token by token. Exit status 42: accepted. 43: wrong, and\n"
    "FEEDBACK_DIR/judgemessage.txt says where. 2: no judgement, standard error says why.\n"
    "\n"
    "  case_sensitive              upper case differs from lower case\n"
    "  space_change_sensitive      the white space must be the same, byte for byte\n"
    "  float_absolute_tolerance E  numbers may differ by E\n"
    "  float_relative_tolerance E  numbers may differ by E times the answer's\n"
    "  float_tolerance E           both of these: either suffices\n";

// The comparison does not need the input, but a judge that names a missing file has made a mistake.
void require_input(const char* path) {
  const base::Descriptor file(open(path, O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) {
    throw std::system_error(errno, std::generic_category(), std::string("cannot read the input ") + path);
  }
}

int judge(int argc, char** argv) {
  const auto options =
      validator::parse_options(std::span<const char* const>(argv, static_cast<std::size_t>(argc)).subspan(4));
  require_input(argv[1]);
  const validator::AnswerFile answer(argv[2]);
  validator::require_feedback_directory(argv[3]);
  validator::OutputReader output(STDIN_FILENO);
  const auto difference =
      validator::first_difference(answer.text(), output, options, base::usable_core_count());
  if (!difference) return accepted;
  validator::write_judge_message(argv[3], *difference);
  return wrong_answer;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (std::strcmp(argv[1], "--help") == 0 || std::strcmp(argv[1], "-h") == 0)) {
    return std::fputs(usage, stdout) < 0 ? judge_error : 0;
  }
  if (argc < 4) {
    std::fprintf(stderr, "compare: expected INPUT, ANSWER and FEEDBACK_DIR, found %d of them\n\n%s", argc - 1,
                 usage);
    return judge_error;
  }
  try {
    return judge(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "compare: %s\n", error.what());
    return judge_error;
  }
}
