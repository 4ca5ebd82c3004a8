#include "runner/emulator/lowering/launch_syntax.hpp"

#include <algorithm>
#include <string_view>

#include "runner/emulator/lowering/free_functions.hpp"
#include "runner/emulator/lowering/known_headers.hpp"
#include "runner/emulator/lowering/launches.hpp"

namespace cuda_emulator::lowering {

namespace {

constexpr std::size_t fewest_arguments = 1, most_arguments = 4;

// How many arguments there are; `nowhere` where template arguments, packs or macros may hide some.
std::size_t arguments(const Sequence& program, const Launch& launch,
                      const std::set<std::string_view>& macros) {
  std::size_t commas = 0;
  bool angles = false;
  for (std::size_t i = launch.open + 1; i < launch.close; ++i) {
    const Token& token = program.tokens[i];
    if (token.is(".") && program.is(i + 1, ".")) return nowhere;
    if (token.kind == TokenKind::conditional || (token.is_identifier() && macros.contains(token.text))) {
      return nowhere;
    }
    angles = angles || token.is("<");
    if (token.is(",") && program.brackets.enclosing[i] == program.brackets.enclosing[launch.open]) ++commas;
  }
  return angles && commas > 0 ? nowhere : commas + 1;
}

}  // namespace

void check_launches(const Sequence& program, const LexedSource& source, std::set<std::size_t>& faulty,
                    std::vector<Error>& errors) {
  std::set<std::string_view> macros;
  for (const Macro& macro : source.macros) macros.insert(macro.name);
  const bool known = std::all_of(source.headers.begin(), source.headers.end(), is_known_header);
  const std::vector<bool> conditional = in_conditional(program);
  const auto error = [&](std::size_t open, std::size_t i, std::string_view message) {
    faulty.insert(open);
    errors.push_back({program.tokens[i].begin, std::string(message)});
  };
  for (const Launch& launch : launches(program)) {
    if (conditional[launch.open]) continue;
    const std::size_t count = arguments(program, launch, macros);
    if (program.is(launch.open - 1, ")") && program.is(launch.close + 3, ";")) {
      error(launch.open, launch.open,
            "the arguments of a kernel stand behind its launch: kernel<<<grid, block>>>(arguments)");
    } else if (known && count != nowhere && (count < fewest_arguments || count > most_arguments)) {
      error(
          launch.open, launch.open,
          "a launch needs 1 to 4 arguments between <<< and >>>: grid, block, bytes of shared memory, stream");
    }
  }
}

}  // namespace cuda_emulator::lowering
