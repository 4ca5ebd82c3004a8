#include "runner/emulator/front_end/ptx/constants.hpp"

#include <array>
#include <bit>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <optional>

namespace cuda_front_end::ptx {
namespace {

constexpr int most_depth = 200;

Constant integer(std::uint64_t bits, bool is_unsigned = false) {
  return {Constant::Kind::integer, bits, is_unsigned};
}
Constant real(double value) {
  return {Constant::Kind::real, std::bit_cast<std::uint64_t>(value), false};
}
double real_of(const Constant& constant) {
  return std::bit_cast<double>(constant.bits);
}

[[noreturn]] void refuse_number(const std::string& text) {
  throw Invalid("the PTX number '" + text + "' cannot be read");
}

/// The value of a sequence of digits. One that is too large keeps its lowest 64 bits or is refused, as by
/// NVIDIA's assembler, which checks the highest bit before each digit.
std::uint64_t value_of_digits(const std::string& text, std::size_t begin, std::size_t end, unsigned base) {
  std::uint64_t value = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const char c = static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
    const unsigned digit = std::isdigit(static_cast<unsigned char>(c)) ? unsigned(c - '0')
                           : c >= 'a' && c <= 'f'                      ? unsigned(c - 'a' + 10)
                                                                       : base;
    if (digit >= base) refuse_number(text);
    if (value >> 63) throw Invalid("the PTX number '" + text + "' is too large");
    value = value * base + digit;
  }
  if (begin == end) refuse_number(text);
  return value;
}

bool is_number(const std::string& word) {
  const std::size_t at = word.starts_with('.') ? 1 : 0;
  return word.size() > at && std::isdigit(static_cast<unsigned char>(word[at]));
}

Constant number(const std::string& text) {
  const char mark = text.size() > 1 && text[0] == '0'
                        ? static_cast<char>(std::tolower(static_cast<unsigned char>(text[1])))
                        : ' ';
  if (mark == 'f' || mark == 'd') {
    if (text.size() != (mark == 'f' ? 10 : 18)) refuse_number(text);
    const std::uint64_t bits = value_of_digits(text, 2, text.size(), 16);
    return {mark == 'f' ? Constant::Kind::single : Constant::Kind::real, bits, false};
  }
  const bool has_base = mark == 'x' || mark == 'b';
  if (!has_base && text.find_first_of(".eE") != text.npos) {
    errno = 0;
    const double value = std::strtod(text.c_str(), nullptr);
    if (errno == ERANGE) throw Invalid("the PTX number '" + text + "' is beyond what a double can be");
    return real(value);
  }
  const bool has_sign_mark = text.ends_with('U');
  const std::size_t end = text.size() - (has_sign_mark ? 1 : 0);
  const unsigned base = mark == 'x'                                      ? 16
                        : mark == 'b'                                    ? 2
                        : std::isdigit(static_cast<unsigned char>(mark)) ? 8
                                                                         : 10;
  const std::size_t begin = has_base ? 2 : base == 8 ? 1 : 0;
  const std::uint64_t value = value_of_digits(text, begin, end, base);
  return integer(value, has_sign_mark || value >> 63);
}

/// The precedence of an operator; 0 if it is not one.
int precedence(const std::string& symbol) {
  constexpr std::array<std::array<std::string_view, 4>, 10> rows = {{{"||"},
                                                                     {"&&"},
                                                                     {"|"},
                                                                     {"^"},
                                                                     {"&"},
                                                                     {"==", "!="},
                                                                     {"<", "<=", ">", ">="},
                                                                     {"<<", ">>"},
                                                                     {"+", "-"},
                                                                     {"*", "/", "%"}}};
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::string_view known : rows[row]) {
      if (!known.empty() && known == symbol) return static_cast<int>(row) + 1;
    }
  }
  return 0;
}

template <class T>
std::optional<bool> compared(const std::string& symbol, T a, T b) {
  if (symbol == "==") return a == b;
  if (symbol == "!=") return a != b;
  if (symbol == "<") return a < b;
  if (symbol == "<=") return a <= b;
  if (symbol == ">") return a > b;
  if (symbol == ">=") return a >= b;
  return {};
}

Constant of_reals(const std::string& symbol, double a, double b) {
  if (const auto result = compared(symbol, a, b)) return integer(*result);
  if (symbol == "+") return real(a + b);
  if (symbol == "-") return real(a - b);
  if (symbol == "*") return real(a * b);
  if (symbol == "/") return real(a / b);
  throw Invalid("inline PTX: '" + symbol + "' is for integers");
}

std::uint64_t quotient(std::uint64_t a, std::uint64_t b, bool is_unsigned, bool remainder) {
  if (b == 0) throw Invalid("inline PTX: a constant is divided by zero");
  if (remainder) return a % b;  // NVIDIA's assembler knows no other remainder
  if (is_unsigned) return a / b;
  if (b == ~0ull) return 0 - a;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(a) / static_cast<std::int64_t>(b));
}

/// A shift by 64 or more leaves only the sign.
std::uint64_t shifted(const std::string& symbol, const Constant& a, std::uint64_t by) {
  if (symbol == "<<") return by < 64 ? a.bits << by : 0;
  if (a.is_unsigned) return by < 64 ? a.bits >> by : 0;
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(a.bits) >> (by < 64 ? by : 63));
}

Constant of_integers(const std::string& symbol, const Constant& a, const Constant& b) {
  if (symbol == "<<" || symbol == ">>") return integer(shifted(symbol, a, b.bits), a.is_unsigned);
  if (symbol == "&&") return integer(a.bits && b.bits);
  if (symbol == "||") return integer(a.bits || b.bits);
  const bool is_unsigned = a.is_unsigned || b.is_unsigned;
  const auto result =
      is_unsigned ? compared(symbol, a.bits, b.bits)
                  : compared(symbol, static_cast<std::int64_t>(a.bits), static_cast<std::int64_t>(b.bits));
  if (result) return integer(*result);
  std::uint64_t bits = 0;
  switch (symbol[0]) {
    case '+':
      bits = a.bits + b.bits;
      break;
    case '-':
      bits = a.bits - b.bits;
      break;
    case '*':
      bits = a.bits * b.bits;
      break;
    case '&':
      bits = a.bits & b.bits;
      break;
    case '|':
      bits = a.bits | b.bits;
      break;
    case '^':
      bits = a.bits ^ b.bits;
      break;
    default:
      bits = quotient(a.bits, b.bits, is_unsigned, symbol == "%");
  }
  return integer(bits, is_unsigned);
}

/// Parses an expression of 64-bit integers or doubles by the rules of C, except for `%`.
class Expression {
 public:
  explicit Expression(Cursor& cursor) : cursor_(cursor) {}

  Constant conditional() {
    if (++depth_ > most_depth) throw Invalid("inline PTX: an expression is nested too deeply");
    Constant result = binary(1);
    if (cursor_.take("?")) {
      const Constant yes = only_integer(conditional());
      cursor_.expect(":");
      const Constant no = only_integer(conditional());
      result = only_integer(result).bits ? yes : no;
    }
    --depth_;
    return result;
  }

 private:
  static Constant only_integer(const Constant& constant) {
    if (constant.kind != Constant::Kind::integer)
      throw Invalid("inline PTX: an integer is expected in a constant expression");
    return constant;
  }

  Constant binary(int least) {
    Constant left = unary();
    for (int level = precedence(cursor_.token()); level >= least; level = precedence(cursor_.token())) {
      const std::string symbol = cursor_.next();
      const Constant right = binary(level + 1);
      if (left.kind != right.kind || left.kind == Constant::Kind::single)
        throw Invalid("inline PTX: '" + symbol + "' has operands of two types");
      left = left.kind == Constant::Kind::real ? of_reals(symbol, real_of(left), real_of(right))
                                               : of_integers(symbol, left, right);
    }
    return left;
  }

  Constant unary() {
    if (++depth_ > most_depth) throw Invalid("inline PTX: an expression is nested too deeply");
    const Constant result = unary_of();
    --depth_;
    return result;
  }

  Constant unary_of() {
    if (cursor_.take("+")) return signed_operand();
    if (cursor_.take("-")) {
      const Constant of = signed_operand();
      return of.kind == Constant::Kind::real ? real(-real_of(of)) : integer(0 - of.bits, of.is_unsigned);
    }
    if (cursor_.take("!")) return integer(only_integer(unary()).bits == 0);
    if (cursor_.take("~")) {
      const Constant of = only_integer(unary());
      return integer(~of.bits, of.is_unsigned);
    }
    if (cursor_.take("(")) return in_brackets();
    if (cursor_.take("WARP_SZ")) return integer(32);
    return read_number(cursor_);
  }

  Constant signed_operand() {
    const Constant of = unary();
    if (of.kind == Constant::Kind::single)
      throw Invalid("inline PTX: a float in hexadecimal digits has no sign");
    return of;
  }

  Constant in_brackets() {
    const std::string cast = cursor_.token();
    if (cast == ".s64" || cast == ".u64") {
      cursor_.next();
      cursor_.expect(")");
      return integer(only_integer(unary()).bits, cast == ".u64");
    }
    const Constant inner = conditional();
    cursor_.expect(")");
    return inner;
  }

  Cursor& cursor_;
  int depth_ = 0;
};

}  // namespace

bool Constant::fits(Type type) const {
  if (type.is_small_real() || type.count == 2) return false;
  switch (kind) {
    case Kind::integer:
      return !type.is_real();
    case Kind::single:
      return type.is_real() || (type.kind == Type::Kind::bits && type.all_bits() == 32);
    case Kind::real:
      return type.is_real() || (type.kind == Type::Kind::bits && type.all_bits() == 64);
  }
  return false;
}

std::uint64_t Constant::as(Type type) const {
  if (type.is_predicate()) return bits != 0;
  // A 0f... constant also gives a double these bits: NVIDIA's assembler does not convert it.
  if (kind == Kind::real && type.is_real() && type.bits == 32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(real_of(*this)));
  return bits;
}

bool is_constant_at(const Cursor& cursor) {
  std::size_t ahead = 0;
  while (cursor.token(ahead) == "!" || cursor.token(ahead) == "(") ++ahead;
  const std::string& word = cursor.token(ahead);
  const bool is_cast = ahead > 0 && (word == ".s64" || word == ".u64");
  return is_number(word) || is_cast || word == "-" || word == "+" || word == "~" || word == "WARP_SZ";
}

Constant read_number(Cursor& cursor) {
  if (!is_number(cursor.token())) cursor.refuse();
  return number(cursor.next());
}

Constant read_constant(Cursor& cursor) {
  return Expression(cursor).conditional();
}

}  // namespace cuda_front_end::ptx
