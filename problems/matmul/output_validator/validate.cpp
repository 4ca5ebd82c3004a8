// validate-output INPUT ANSWER FEEDBACK_DIR < OUTPUT: exit 42 when the output is a product of the input's
// matrices as exact as float32 makes it, 43 when not, with the first mistake in
// FEEDBACK_DIR/judgemessage.txt. Any other exit is a judge error, with the reason on stderr.

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>

#include "base/descriptor.hpp"
#include "problems/matmul/output_validator/product_check.hpp"

namespace {

using problems::InputError;
using problems::Reader;

constexpr int exit_accepted = 42;
constexpr int exit_wrong = 43;
constexpr int exit_judge_error = 1;
constexpr int exit_wrong_use = 2;
constexpr std::size_t buffer_bytes = 1 << 20;

base::Descriptor opened(const std::string& path) {
  base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0)
    throw std::runtime_error(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  return file;
}

problems::matmul::Bounds bounds_of(const std::string& path) {
  const base::Descriptor file = opened(path);
  Reader reader(file.number(), buffer_bytes);
  try {
    return problems::matmul::read_bounds(reader);
  } catch (const InputError& error) {
    throw std::runtime_error(fmt::format("the input {} is malformed: {}", path, error.what()));
  }
}

std::optional<std::string> mistake_in_output(const problems::matmul::Bounds& bounds,
                                             const std::string& answer_path) {
  const base::Descriptor file = opened(answer_path);
  Reader answer(file.number(), buffer_bytes);
  Reader output(STDIN_FILENO, buffer_bytes);
  try {
    return problems::matmul::find_mistake(bounds, answer, output);
  } catch (const InputError& error) {
    throw std::runtime_error(fmt::format("the answer {} is malformed: {}", answer_path, error.what()));
  }
}

void write_message(const std::string& feedback_folder, const std::string& message) {
  const std::string path = feedback_folder + "/judgemessage.txt";
  std::ofstream file(path);
  file << message << '\n' << std::flush;
  if (!file) throw std::runtime_error(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr,
               "usage: {} INPUT ANSWER FEEDBACK_DIR < OUTPUT\nIt takes no flags; found {} arguments.\n",
               argv[0], argc - 1);
    return exit_wrong_use;
  }
  try {
    const auto mistake = mistake_in_output(bounds_of(argv[1]), argv[2]);
    if (!mistake) return exit_accepted;
    write_message(argv[3], *mistake);
    return exit_wrong;
  } catch (const std::exception& error) {
    fmt::print(stderr, "validate-output: {}\n", error.what());
    return exit_judge_error;
  }
}
