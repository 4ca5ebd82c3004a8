// validate-output INPUT ANSWER FEEDBACK_DIR [--exact-answer DIGITS] < OUTPUT: exit 42 when the output is a product of the
// input's matrices as exact as float32 makes it, 43 when not, with the first mistake in
// FEEDBACK_DIR/judgemessage.txt. Any other exit is a judge error, with the reason on stderr.
//
// --exact-answer: the input's decimals have at most this many digits after the point, and the answer is their
// product without any rounding, which is checked, too, by residues: for tests so large that nothing else
// confirms it.

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/descriptor.hpp"
#include "problems/common/frame/random.hpp"
#include "problems/matmul/output_validator/product_check.hpp"

namespace {

using problems::InputError;
using problems::Reader;
using problems::matmul::Bounds;
using problems::matmul::ProductResidues;

constexpr int exit_accepted = 42;
constexpr int exit_wrong = 43;
constexpr int exit_judge_error = 1;
constexpr int exit_wrong_use = 2;
constexpr std::size_t buffer_bytes = 1 << 20;

base::Descriptor opened(const std::string& path) {
  base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) throw std::runtime_error("cannot open " + path + ": " + std::strerror(errno));
  return file;
}

[[noreturn]] void refuse(std::string_view what, const std::string& path, const std::exception& error) {
  throw std::runtime_error("the " + std::string(what) + " " + path + " is malformed: " + error.what());
}

/// Whether the output is a file: then all cores look at once, and find_mistake() reports what is wrong.
bool can_be_read_twice() {
  return ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
}

std::optional<std::string> mistake_in_output(const Bounds& bounds, const std::string& answer_path) {
  const base::Descriptor file = opened(answer_path);
  Reader answer(file.number(), buffer_bytes);
  Reader output(STDIN_FILENO, buffer_bytes);
  try {
    return problems::matmul::find_mistake(bounds, answer, output);
  } catch (const InputError& error) {
    refuse("answer", answer_path, error);
  }
}

/// The first mistake, or none.
std::optional<std::string> validated(const std::string& input_path, const std::string& answer_path,
                                     std::optional<int> digits) {
  const base::Descriptor input_file = opened(input_path);
  Reader input(input_file.number());
  std::optional<ProductResidues> residues;
  std::optional<Bounds> bounds;
  try {
    const auto sizes = problems::matmul::read_sizes(input);
    if (digits) {
      problems::Random random(std::random_device{}());
      residues.emplace(sizes.m, sizes.k, sizes.n, *digits, random);
    }
    bounds = problems::matmul::read_bounds(input, sizes, residues ? &*residues : nullptr);
  } catch (const std::exception& error) {
    refuse("input", input_path, error);
  }
  if (residues || can_be_read_twice()) {
    const base::Descriptor answer_file = opened(answer_path);
    Reader answer(answer_file.number());
    Reader output(STDIN_FILENO);
    bool is_within = false;
    try {
      is_within = problems::matmul::is_within(*bounds, answer, output, residues ? &*residues : nullptr);
    } catch (const std::exception& error) {
      refuse("answer", answer_path, error);
    }
    if (residues && !residues->agree())
      throw std::runtime_error("the answer " + answer_path + " is not the product of the input " +
                               input_path + ": generate both again");
    if (is_within) return std::nullopt;
    if (::lseek(STDIN_FILENO, 0, SEEK_SET) != 0) return "an element is wrong, missing or too many";
  }
  return mistake_in_output(*bounds, answer_path);
}

void write_message(const std::string& feedback_folder, const std::string& message) {
  const std::string path = feedback_folder + "/judgemessage.txt";
  std::ofstream file(path);
  file << message << '\n' << std::flush;
  if (!file) throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

}  // namespace

int main(int argc, char** argv) {
  std::optional<int> digits;
  bool is_right_use = argc == 4;
  if (argc == 6 && std::string_view(argv[4]) == "--exact-answer") {
    const std::string_view text = argv[5];
    is_right_use = text.size() == 1 && text[0] >= '0' && text[0] <= '6';
    if (is_right_use) digits = text[0] - '0';
  }
  if (!is_right_use) {
    std::fprintf(stderr,  // on a full disk, too
                 "usage: %s INPUT ANSWER FEEDBACK_DIR [--exact-answer DIGITS] < OUTPUT\n"
                 "DIGITS is from 0 to 6; found %d arguments.\n",
                 argv[0], argc - 1);
    return exit_wrong_use;
  }
  try {
    const auto mistake = validated(argv[1], argv[2], digits);
    if (!mistake) return exit_accepted;
    write_message(argv[3], *mistake);
    return exit_wrong;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "validate-output: %s\n", error.what());
    return exit_judge_error;
  }
}
