#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/descriptor.hpp"
#include "runner/validators/compare/comparison.hpp"

/// The options for flags written with single spaces: "float_tolerance 1e-6 case_sensitive".
inline validator::Options options_of(const std::string& flags) {
  std::istringstream words(flags);
  std::vector<std::string> list;
  for (std::string word; words >> word;) list.push_back(word);
  std::vector<const char*> pointers;
  for (const std::string& word : list) pointers.push_back(word.c_str());
  return validator::parse_options(pointers);
}

/// What first_difference() says of `output`, read from a file in blocks of `block_bytes`; "" for accepted.
inline std::string judged(std::string_view answer, std::string_view output, const std::string& flags,
                          std::size_t block_bytes = std::size_t{1} << 18) {
  const base::Descriptor file(memfd_create("output", MFD_CLOEXEC));
  if (pwrite(file.number(), output.data(), output.size(), 0) != static_cast<ssize_t>(output.size())) {
    throw std::system_error(errno, std::generic_category(), "cannot write the test's output");
  }
  validator::OutputReader reader(file.number(), block_bytes);
  return validator::first_difference(answer, reader, options_of(flags)).value_or("");
}

/// One comparison and its required result.
struct Row {
  std::string answer;
  std::string output;
  std::string flags;
  std::string message;  ///< "" for accepted, else a part of the message
};

/// Where `row` does not come out as it says: "" when it does, in blocks of every size.
inline std::string mistake(const Row& row) {
  for (const std::size_t block_bytes : {1, 2, 3, 7, 8, 64, 1 << 18}) {
    const std::string message = judged(row.answer, row.output, row.flags, block_bytes);
    const bool right = row.message.empty() ? message.empty() : message.find(row.message) != std::string::npos;
    if (!right)
      return "blocks of " + std::to_string(block_bytes) + ": " + (message.empty() ? "accepted" : message);
  }
  return "";
}
