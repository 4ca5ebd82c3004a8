/// Reading inline PTX: the text of an `asm` statement.
#pragma once

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runner/emulator/front_end/ptx/constants.hpp"
#include "runner/emulator/front_end/ptx/tokens.hpp"

namespace cuda_front_end::ptx {

/// What only a GPU has; the text says what it is: "the PTX instruction 'x' is not available".
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Its braces do not match: perhaps another statement has the others.
struct UnmatchedBraces : Invalid {
  using Invalid::Invalid;
};

struct Operand {
  enum class Kind {
    name,       ///< of a register
    label,      ///< `text` is its name
    parameter,  ///< $3: `text` is "3"
    special,    ///< %tid.x: `text` is "tid.x"
    number,     ///< `constant`
    sink,       ///< _
    vector,     ///< {a, b}: `parts`
    pair,       ///< a|b: `parts`
    address,    ///< [a+8]: `parts` is a alone, or empty
  };
  Kind kind = Kind::sink;
  std::string text;
  Constant constant;
  bool negated = false;  ///< !p
  bool minus = false;    ///< -a
  std::string selector;  ///< of a.b0: "b0"
  std::vector<Operand> parts;
  long long offset = 0;  ///< of an address, or of a register: a+4
};

struct Label {
  std::string name;
};

/// `.reg .u32 a;`
struct Register {
  std::string name, type;
};

/// `@!p add.cc.u32 a, b, 1;`
struct Instruction {
  std::vector<Operand> guard;      ///< none or one
  std::vector<std::string> words;  ///< "add", "cc", "u32"
  std::vector<Operand> operands;

  std::string opcode() const;  ///< "add.cc.u32"
};

/// A statement that only a GPU has; `reason` is what Unsupported says.
struct Lacking {
  std::string reason;
};

using Statement = std::variant<Label, Register, Instruction, Lacking>;

/// The texts of the operands that are constants to the compiler, by their numbers: they stand in the PTX as text.
using ConstantOperands = std::map<std::string, std::string>;

/// Names that other `asm` statements, or the module, may have given to something.
using NamesElsewhere = std::set<std::string, std::less<>>;

/// The statements in their order. Each register and label has a name of its own: those that a pair of braces
/// encloses are told from others. Throws Invalid; what only a GPU has becomes a statement of its own.
std::vector<Statement> parse(std::string_view text, const ConstantOperands& constants = {},
                             const NamesElsewhere& elsewhere = {});

/// Adds the names that `text` defines outside of its braces, where other statements see them.
void add_names_for_others(std::string_view text, NamesElsewhere& names);

/// How many braces are open at the end of `text`; fewer than 0: it closes more than it opens.
int open_braces(std::string_view text);

}  // namespace cuda_front_end::ptx
