/// Parses inline PTX, the text of an `asm` statement.
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

/// An error for PTX that only a GPU supports. The text says which: "the PTX instruction 'x' is not
/// available".
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An error for unbalanced braces, which another statement may balance.
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
  std::string selector;  ///< "b0" in a.b0
  std::vector<Operand> parts;
  long long offset = 0;  ///< the offset of an address or a register: a+4
};

struct Label {
  std::string name;
};

/// `.reg .u32 a;`
struct Register {
  std::string name, type;
};

/// Such as `@!p add.cc.u32 a, b, 1;`.
struct Instruction {
  std::vector<Operand> guard;      ///< none or one
  std::vector<std::string> words;  ///< "add", "cc", "u32"
  std::vector<Operand> operands;

  std::string opcode() const;  ///< "add.cc.u32"
};

/// A statement that only a GPU supports; `reason` is the text of Unsupported.
struct Lacking {
  std::string reason;
};

using Statement = std::variant<Label, Register, Instruction, Lacking>;

/// The texts of the operands that are compile-time constants, by their numbers: the PTX contains them as
/// text.
using ConstantOperands = std::map<std::string, std::string>;

/// Names that other `asm` statements, or the module, may have defined.
using NamesElsewhere = std::set<std::string, std::less<>>;

/// The statements in order. Each register and label gets a unique name, also where several pairs of braces
/// define the same name. Throws Invalid. PTX that only a GPU supports becomes a statement of its own.
std::vector<Statement> parse(std::string_view text, const ConstantOperands& constants = {},
                             const NamesElsewhere& elsewhere = {});

/// Adds the names that `text` defines outside braces, where other statements see them.
void add_names_for_others(std::string_view text, NamesElsewhere& names);

/// How many braces are open at the end of `text`; negative if it closes more than it opens.
int open_braces(std::string_view text);

}  // namespace cuda_front_end::ptx
