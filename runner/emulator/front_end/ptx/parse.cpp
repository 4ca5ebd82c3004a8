#include "runner/emulator/front_end/ptx/parse.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>

#include "runner/emulator/front_end/ptx/forms.hpp"

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

/// The tokens of `text` with those of the constants in the places of `$3`.
std::vector<std::string> with_constants(std::string_view text, const ConstantOperands& constants) {
  std::vector<std::string> tokens;
  for (std::string& token : tokens_of(text)) {
    const auto constant = token[0] == '$' ? constants.find(token.substr(1)) : constants.end();
    if (constant == constants.end()) {
      tokens.push_back(std::move(token));
      continue;
    }
    for (std::string& part : tokens_of(constant->second)) tokens.push_back(std::move(part));
  }
  return tokens;
}

bool begins_name(const std::string& word) {
  return !word.empty() && (std::isalpha(static_cast<unsigned char>(word[0])) || word[0] == '_' ||
                           word[0] == '%' || word[0] == '$');
}

class Parser {
 public:
  explicit Parser(std::vector<std::string> tokens) : cursor_(std::move(tokens)) { find_labels(); }

  std::vector<Statement> statements() {
    scopes_.emplace_back(labels_[0]);
    while (!cursor_.at_end()) statement();
    if (scopes_.size() > 1) throw UnmatchedBraces("inline PTX: a '{' is not closed");
    return std::move(statements_);
  }

 private:
  struct Name {
    std::string own;
    bool is_label;
  };
  using Names = std::map<std::string, Name>;

  std::string own_name(const std::string& name) { return name + "." + std::to_string(++name_count_); }

  static void add(Names& names, const std::string& name, Name own) {
    if (!names.emplace(name, std::move(own)).second) throw Invalid("inline PTX defines '" + name + "' twice");
  }

  /// Labels are used before they are defined: so the first pass notes them, for each pair of braces.
  void find_labels() {
    labels_.emplace_back();
    std::vector<std::size_t> open{0};
    bool begins = true;
    const std::vector<std::string>& tokens = cursor_.all();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const std::string& word = tokens[i];
      if (word == "{" && begins) {
        open.push_back(labels_.size());
        labels_.emplace_back();
      } else if (word == "}" && begins && open.size() > 1) {
        open.pop_back();
      } else if (begins && i + 1 < tokens.size() && tokens[i + 1] == ":") {
        add(labels_[open.back()], word, {own_name(word), true});
        ++i;
      } else {
        begins = word == ";";
      }
    }
  }

  void statement() {
    if (cursor_.take("{")) {
      scopes_.emplace_back(labels_[++scope_count_]);
    } else if (cursor_.take("}")) {
      if (scopes_.size() < 2) throw UnmatchedBraces("inline PTX has a '}' too many");
      scopes_.pop_back();
    } else if (cursor_.token() == ".reg") {
      registers();
    } else if (cursor_.token(1) == ":") {
      statements_.emplace_back(Label{named(cursor_.next()).own});
      cursor_.next();
    } else if (cursor_.token().starts_with(".")) {
      directive();
    } else {
      instruction();
    }
  }

  [[noreturn]] void directive() {
    constexpr std::array<std::string_view, 14> known = {".local",  ".shared",  ".param", ".global", ".const",
                                                        ".pragma", ".loc",     ".file",  ".func",   ".entry",
                                                        ".extern", ".visible", ".weak",  ".align"};
    const std::string name = split_at_dots(cursor_.token()).front();
    if (std::find(known.begin(), known.end(), "." + name) == known.end()) cursor_.refuse();
    throw Unsupported("the PTX directive '." + name + "' is not available");
  }

  void registers() {
    cursor_.next();
    const std::string type = cursor_.next();
    if (!type.starts_with(".")) throw Invalid("inline PTX: '.reg' needs a type before '" + type + "'");
    if (type.starts_with(".v2") || type.starts_with(".v4"))
      throw Unsupported("a PTX register of a vector is not available");
    do {
      const std::string name = cursor_.next();
      if (!begins_name(name)) throw Invalid("inline PTX: '" + name + "' cannot name a register");
      if (!cursor_.take("<")) {
        declare(name, type.substr(1));
        continue;
      }
      const Constant count = read_number(cursor_);
      if (count.kind != Constant::Kind::integer || count.bits > most_registers)
        throw Invalid("inline PTX: '" + name + "' cannot be so many registers");
      cursor_.expect(">");
      for (std::uint64_t i = 0; i < count.bits; ++i) declare(name + std::to_string(i), type.substr(1));
    } while (cursor_.take(","));
    cursor_.expect(";");
  }

  void declare(const std::string& name, const std::string& type) {
    const std::string own = own_name(name);
    add(scopes_.back(), name, {own, false});
    statements_.emplace_back(Register{own, type});
  }

  const Name* find(const std::string& name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    }
    return nullptr;
  }
  const Name& named(const std::string& name) const {
    if (const Name* found = find(name)) return *found;
    throw Unsupported("the PTX name '" + name + "' is not known");
  }

  void instruction() {
    Instruction made;
    if (cursor_.take("@")) {
      const bool negated = cursor_.take("!");
      made.guard.push_back(word());
      made.guard.back().negated = negated;
    }
    const std::string name = cursor_.next();
    if (!begins_name(name)) throw Invalid("inline PTX cannot be read at '" + name + "'");
    made.words = split_at_dots(name);
    while (cursor_.token().starts_with(".") && !is_constant_at(cursor_)) {  // ld .global .u32
      for (std::string& word : split_at_dots(cursor_.next())) made.words.push_back(std::move(word));
    }
    if (is_lacking(made.words[0])) throw Unsupported("the PTX instruction '" + name + "' is not available");
    if (!cursor_.take(";")) {
      do made.operands.push_back(operand());
      while (cursor_.take(","));
      cursor_.expect(";");
    }
    statements_.emplace_back(std::move(made));
  }

  Operand operand() {
    if (is_constant_at(cursor_)) return number();
    if (cursor_.take("[")) return address();
    if (cursor_.take("{")) return vector();
    const bool negated = cursor_.take("!");
    Operand made = word();
    made.negated = negated;
    if (cursor_.take("+")) made.offset = static_cast<long long>(offset());
    if (!cursor_.take("|")) return made;
    Operand pair;
    pair.kind = Operand::Kind::pair;
    pair.parts = {std::move(made), word()};
    return pair;
  }

  Operand number() {
    Operand made;
    made.kind = Operand::Kind::number;
    made.constant = read_constant(cursor_);
    return made;
  }

  Operand vector() {
    Operand made;
    made.kind = Operand::Kind::vector;
    do made.parts.push_back(is_constant_at(cursor_) ? number() : word());
    while (cursor_.take(","));
    cursor_.expect("}");
    return made;
  }

  /// `[a]`, `[a+8]`, `[16]`
  Operand address() {
    Operand made;
    made.kind = Operand::Kind::address;
    if (!is_constant_at(cursor_)) made.parts.push_back(word());
    if (made.parts.empty() || cursor_.take("+")) {
      do made.offset += static_cast<long long>(offset());
      while (cursor_.take("+"));
    }
    if (cursor_.token() == ",") throw Unsupported("a PTX address of a tensor is not available");
    cursor_.expect("]");
    return made;
  }

  std::uint64_t offset() {
    if (!is_constant_at(cursor_)) cursor_.refuse();
    const Constant constant = read_constant(cursor_);
    if (constant.kind != Constant::Kind::integer) throw Invalid("inline PTX: an address with a float");
    return constant.bits;
  }

  Operand word() {
    const std::string& text = cursor_.token();
    if (!begins_name(text)) cursor_.refuse();
    Operand made;
    made.text = cursor_.next();
    const Name* known = find(made.text);
    if (made.text == "_") {
      made.kind = Operand::Kind::sink;
    } else if (made.text[0] == '$') {
      made.kind = Operand::Kind::parameter;
      made.text.erase(0, 1);
    } else if (made.text[0] == '%' && !known) {
      made.kind = Operand::Kind::special;
      made.text.erase(0, 1);
    } else {
      const Name& name = named(made.text);
      made.kind = name.is_label ? Operand::Kind::label : Operand::Kind::name;
      made.text = name.own;
    }
    return made;
  }

  static constexpr std::uint64_t most_registers = 4096;

  Cursor cursor_;
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

std::vector<Statement> parse(std::string_view text, const ConstantOperands& constants) {
  return Parser(with_constants(text, constants)).statements();
}

int open_braces(std::string_view text) {
  int open = 0;
  for (const std::string& token : tokens_of(text)) open += token == "{" ? 1 : token == "}" ? -1 : 0;
  return open;
}

}  // namespace cuda_front_end::ptx
