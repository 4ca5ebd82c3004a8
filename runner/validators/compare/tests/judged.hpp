#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "base/descriptor.hpp"
#include "base/memory_file.hpp"
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

/// What first_difference() says of `output`, read from a pipe in blocks of `block_bytes`; "" for accepted.
inline std::string judged(std::string_view answer, std::string_view output, const std::string& flags,
                          std::size_t block_bytes = std::size_t{1} << 18) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "no pipe");
  const base::Descriptor from(ends[0]);
  std::jthread feeder([into = base::Descriptor(ends[1]), output]() mutable {
    while (!output.empty()) {
      const ssize_t count = write(into.number(), output.data(), output.size());
      if (count < 0) break;
      output.remove_prefix(static_cast<std::size_t>(count));
    }
  });
  validator::OutputReader reader(from.number(), block_bytes);
  const std::string message = validator::first_difference(answer, reader, options_of(flags)).value_or("");
  // What was not read must not keep the feeder waiting.
  std::array<char, 4096> rest;
  while (read(from.number(), rest.data(), rest.size()) > 0) {
  }
  return message;
}

/// The judgement of a file, on this many cores.
inline std::string judged_file(std::string_view answer, std::string_view output, const std::string& flags,
                               unsigned cores = 1) {
  const base::MemoryFile file(output);
  validator::OutputReader reader(file.descriptor());
  return validator::first_difference(answer, reader, options_of(flags), cores).value_or("");
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
  const auto is_right = [&row](const std::string& message) {
    return row.message.empty() ? message.empty() : message.find(row.message) != std::string::npos;
  };
  const std::string of_file = judged_file(row.answer, row.output, row.flags);
  if (!is_right(of_file)) return "a file: " + (of_file.empty() ? "accepted" : of_file);
  for (const std::size_t block_bytes : {1, 2, 3, 7, 8, 64, 1 << 18}) {
    const std::string message = judged(row.answer, row.output, row.flags, block_bytes);
    if (!is_right(message))
      return "blocks of " + std::to_string(block_bytes) + ": " + (message.empty() ? "accepted" : message);
  }
  return "";
}
