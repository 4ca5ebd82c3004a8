/// Reading inline PTX: the text of an `asm` statement.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace cuda_front_end::ptx {

/// What cannot be translated; the text says what it is: "the PTX instruction 'x' is not available".
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct Operand {
  enum class Kind {
    name,       ///< of a register, or of a label
    parameter,  ///< $3: `text` is "3"
    special,    ///< %tid.x: `text` is "tid.x"
    number,     ///< as it is written
    sink,       ///< _
    vector,     ///< {a, b}: `parts`
    pair,       ///< a|b: `parts`
    address,    ///< [a+8]: `parts` is a alone, or empty
  };
  Kind kind = Kind::sink;
  std::string text;
  bool negated = false;  ///< !p
  std::vector<Operand> parts;
  long long offset = 0;  ///< of an address
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

using Statement = std::variant<Label, Register, Instruction>;

/// The statements in their order. Each register and label has a name of its own: those that a pair of braces
/// encloses are told from others. Throws Unsupported for what is neither.
std::vector<Statement> parse(std::string_view text);

/// The value of an integer such as -3, 0x1F, 0b11, 017 or 5U, or the bits of a float such as 0f3F800000.
unsigned long long number_of(std::string_view text);

}  // namespace cuda_front_end::ptx
