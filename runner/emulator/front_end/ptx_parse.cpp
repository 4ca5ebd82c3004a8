#include "runner/emulator/front_end/ptx_parse.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>

#include "runner/emulator/front_end/ptx_tokens.hpp"

namespace cuda_front_end::ptx {
namespace {

std::vector<std::string> split_at_dots(std::string_view text) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t dot = text.find('.');
    if (dot != 0) words.emplace_back(text.substr(0, dot));
    if (dot == text.npos) return words;
    text.remove_prefix(dot + 1);
  }
}

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokens_of(text)) { find_labels(); }

  std::vector<Statement> statements() {
    scopes_.clear();
    scopes_.emplace_back(labels_[0]);
    while (at_ < tokens_.size()) statement();
    return std::move(statements_);
  }

 private:
  using Names = std::map<std::string, std::string>;

  const std::string& token(std::size_t ahead = 0) const {
    static const std::string none;
    return at_ + ahead < tokens_.size() ? tokens_[at_ + ahead] : none;
  }
  bool take(std::string_view expected) {
    if (token() != expected) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view expected) {
    if (!take(expected)) throw Unsupported("PTX cannot be read at '" + token() + "'");
  }
  std::string next() {
    if (at_ >= tokens_.size()) throw Unsupported("PTX cannot be read at its end");
    return tokens_[at_++];
  }

  std::string own_name(const std::string& name) { return name + "." + std::to_string(++name_count_); }

  /// Labels are used before they are defined: so the first pass notes them, for each pair of braces.
  void find_labels() {
    labels_.emplace_back();
    std::vector<std::size_t> open{0};
    bool begins = true;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      const std::string& word = tokens_[i];
      if (word == "{" && begins) {
        open.push_back(labels_.size());
        labels_.emplace_back();
      } else if (word == "}" && begins && open.size() > 1) {
        open.pop_back();
      } else if (begins && i + 1 < tokens_.size() && tokens_[i + 1] == ":") {
        labels_[open.back()][word] = own_name(word);
        ++i;
      } else {
        begins = word == ";";
      }
    }
  }

  void statement() {
    if (take(";")) return;
    if (take("{")) {
      scopes_.emplace_back(labels_[++scope_count_]);
    } else if (take("}")) {
      if (scopes_.size() < 2) throw Unsupported("PTX has a '}' too many");
      scopes_.pop_back();
    } else if (token() == ".reg") {
      registers();
    } else if (token(1) == ":") {
      statements_.emplace_back(Label{resolved(next())});
      ++at_;
    } else if (token().starts_with(".")) {
      throw Unsupported("the PTX directive '" + token() + "' is not available");
    } else {
      instruction();
    }
  }

  void registers() {
    ++at_;
    const std::string type = next().substr(1);
    if (type.starts_with("v2") || type.starts_with("v4"))
      throw Unsupported("PTX registers of vectors are not available");
    do {
      const std::string name = next();
      if (!take("<")) {
        declare(name, type);
        continue;
      }
      const unsigned long long count = number_of(next());
      expect(">");
      for (unsigned long long i = 0; i < count; ++i) declare(name + std::to_string(i), type);
    } while (take(","));
    expect(";");
  }

  void declare(const std::string& name, const std::string& type) {
    const std::string own = own_name(name);
    scopes_.back()[name] = own;
    statements_.emplace_back(Register{own, type});
  }

  std::string resolved(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->find(name); found != scope->end()) return found->second;
    }
    throw Unsupported("the PTX name '" + name + "' is not known");
  }

  void instruction() {
    Instruction made;
    if (take("@")) made.guard.push_back(operand());
    made.words = split_at_dots(next());
    while (!take(";") && at_ < tokens_.size() && token() != "}") {
      made.operands.push_back(operand());
      if (!take(",")) {
        if (token() != ";" && token() != "}" && at_ < tokens_.size()) expect(";");
      }
    }
    statements_.emplace_back(std::move(made));
  }

  Operand operand() {
    Operand made = simple_operand();
    if (!take("|")) return made;
    Operand pair;
    pair.kind = Operand::Kind::pair;
    pair.parts = {std::move(made), simple_operand()};
    return pair;
  }

  Operand simple_operand() {
    Operand made;
    if (take("!")) {
      made = simple_operand();
      made.negated = !made.negated;
    } else if (take("{")) {
      made.kind = Operand::Kind::vector;
      do made.parts.push_back(operand());
      while (take(","));
      expect("}");
    } else if (take("[")) {
      made = address();
    } else {
      made = word();
    }
    return made;
  }

  Operand address() {
    Operand made;
    made.kind = Operand::Kind::address;
    bool minus = false;
    do {
      Operand part = word();
      if (part.kind == Operand::Kind::number) {
        const auto number = static_cast<long long>(number_of(part.text));
        made.offset += minus ? -number : number;
      } else if (made.parts.empty() && !minus) {
        made.parts.push_back(std::move(part));
      } else {
        throw Unsupported("the PTX address of '" + part.text + "' cannot be read");
      }
      minus = token() == "-";
    } while (take("+") || (minus && take("-")));
    expect("]");
    return made;
  }

  Operand word() {
    const bool minus = take("-");
    std::string text = next();
    Operand made;
    made.text = text;
    if (std::isdigit(static_cast<unsigned char>(text[0]))) {
      made.kind = Operand::Kind::number;
      if (minus) made.text.insert(0, "-");
    } else if (minus) {
      throw Unsupported("PTX cannot be read at '-" + text + "'");
    } else if (text == "_") {
      made.kind = Operand::Kind::sink;
    } else if (text[0] == '$') {
      made.kind = Operand::Kind::parameter;
      made.text = text.substr(1);
    } else if (text[0] == '%' && std::none_of(scopes_.begin(), scopes_.end(),
                                              [&](const Names& names) { return names.contains(text); })) {
      made.kind = Operand::Kind::special;
      made.text = text.substr(1);
    } else if (text == "WARP_SZ") {
      made.kind = Operand::Kind::number;
      made.text = "32";
    } else {
      made.kind = Operand::Kind::name;
      made.text = resolved(text);
    }
    return made;
  }

  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
  std::vector<Names> labels_;  ///< of each pair of braces, in their order; the first: of what is in none
  std::vector<Names> scopes_;  ///< that are open
  std::size_t scope_count_ = 0, name_count_ = 0;
  std::vector<Statement> statements_;
};

}  // namespace

std::string Instruction::opcode() const {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ".") + word;
  return text;
}

std::vector<Statement> parse(std::string_view text) {
  return Parser(text).statements();
}

unsigned long long number_of(std::string_view text) {
  const std::string_view whole = text;
  const bool minus = text.starts_with("-");
  if (minus) text.remove_prefix(1);
  const std::string_view prefix = text.substr(0, 2);
  int base = 10;
  std::size_t skipped = 0;
  if (prefix == "0x" || prefix == "0X" || prefix == "0f" || prefix == "0F" || prefix == "0d" ||
      prefix == "0D") {
    base = 16, skipped = 2;
  } else if (prefix == "0b" || prefix == "0B") {
    base = 2, skipped = 2;
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8, skipped = 1;
  }
  text.remove_prefix(skipped);
  unsigned long long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  if (error != std::errc() || !(rest.empty() || rest == "U" || rest == "u")) {
    throw Unsupported("the PTX number '" + std::string(whole) + "' cannot be read");
  }
  if (minus) value = 0 - value;
  // A float's sign is a matter of its highest bit.
  if (minus && skipped == 2 && (prefix[1] == 'f' || prefix[1] == 'F')) value = (0 - value) ^ 0x80000000;
  if (minus && skipped == 2 && (prefix[1] == 'd' || prefix[1] == 'D'))
    value = (0 - value) ^ 0x8000000000000000;
  return value;
}

}  // namespace cuda_front_end::ptx
