#include "runner/emulator/front_end/ptx/parse.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <map>

#include "runner/emulator/front_end/ptx/forms.hpp"
#include "runner/emulator/front_end/ptx/type.hpp"

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

/// The tokens of `text`, with `$3` replaced by the tokens of its constant.
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

/// Whether this can be the name of a register or a label.
bool is_identifier(const std::string& word) {
  return begins_name(word) && (word.size() > 1 || std::isalpha(static_cast<unsigned char>(word[0]))) &&
         word.find_first_of(".:", 1) == word.npos && word.find('%', 1) == word.npos;
}

/// `$3`; a `$` before anything but a digit is part of a name.
bool is_parameter(const std::string& word) {
  return word.size() > 1 && word[0] == '$' && std::isdigit(static_cast<unsigned char>(word[1]));
}

/// The start of a video instruction's byte or half selector: `a.b0`, `a.h10`. npos if there is none.
std::size_t selector_at(const std::string& word) {
  const std::size_t dot = word.rfind('.');
  const bool is_selector = dot != word.npos && dot > 0 && dot + 2 < word.size() &&
                           (word[dot + 1] == 'b' || word[dot + 1] == 'h') &&
                           word.find_first_not_of("0123456789", dot + 2) == word.npos;
  return is_selector ? dot : word.npos;
}

class Parser {
 public:
  Parser(std::vector<std::string> tokens, const NamesElsewhere& elsewhere)
      : cursor_(std::move(tokens)), elsewhere_(elsewhere) {
    find_labels();
  }

  std::vector<Statement> statements() {
    scopes_.emplace_back(labels_[0]);
    while (!cursor_.at_end()) {
      try {
        statement();
      } catch (const Unsupported& what) {  // what follows may be wrong, which matters more
        statements_.emplace_back(Lacking{what.what()});
        while (!cursor_.at_end() && !cursor_.take(";")) cursor_.next();
      }
    }
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

  /// Labels are used before they are defined, so the first pass collects them for each pair of braces.
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
        if (!is_identifier(word)) throw Invalid("inline PTX: '" + word + "' cannot name a label");
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
    } else if (cursor_.token() == ".reg" || cursor_.token().starts_with(".reg.")) {
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
    constexpr std::array<std::string_view, 12> known = {
        ".local", ".shared", ".param",  ".global",        ".const",       ".pragma",
        ".loc",   ".file",   ".target", ".branchtargets", ".calltargets", ".callprototype"};
    const std::string name = split_at_dots(cursor_.token()).front();
    if (std::find(known.begin(), known.end(), "." + name) == known.end()) cursor_.refuse();
    while (!cursor_.at_end() && cursor_.token() != ";") note_lacking(cursor_.next());
    throw Unsupported("the PTX directive '." + name + "' is not available");
  }

  void registers() {
    const std::string directive = cursor_.next();
    const std::string type = directive == ".reg" ? cursor_.next() : directive.substr(4);
    if (!type.starts_with(".")) throw Invalid("inline PTX: '.reg' needs a type before '" + type + "'");
    if (type.starts_with(".v2") || type.starts_with(".v4")) registers_of_vectors(type);
    do {
      const std::string name = cursor_.next();
      if (!is_identifier(name)) throw Invalid("inline PTX: '" + name + "' cannot name a register");
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

  /// `.reg .v4 .f32 q;`, and `.reg .v4.f32 q;`
  [[noreturn]] void registers_of_vectors(const std::string& word) {
    const std::string element = word.size() > 3 ? word.substr(4) : cursor_.next().substr(1);
    const auto type = type_named(element);
    if (!type || type->bits * (word[2] - '0') > 128)
      throw Invalid("there are no PTX registers of the type '" + word + "' of '" + element + "'");
    while (!cursor_.at_end() && cursor_.token() != ";") note_lacking(cursor_.next());
    throw Unsupported("a PTX register of a vector is not available");
  }

  void note_lacking(const std::string& word) {
    if (is_identifier(word)) lacking_names_.insert(word);
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
    // GPU compilers generate names of parameters and labels.
    const bool is_of_compiler = name.find("_param_") != name.npos || name.starts_with("$L__");
    if (lacking_names_.contains(name.substr(0, name.find('.'))))
      throw Unsupported("the PTX name '" + name + "' is not available");
    if (is_of_compiler || elsewhere_.contains(name))
      throw Unsupported("the PTX name '" + name + "', which another statement defines, is not available");
    throw Invalid("inline PTX: there is no '" + name + "'");
  }

  void instruction() {
    Instruction made;
    if (cursor_.take("@")) {
      const bool negated = cursor_.take("!");
      made.guard.push_back(word());
      made.guard.back().negated = negated;
    }
    const std::string name = instruction_word();
    if (!begins_name(name)) throw Invalid("inline PTX cannot be read at '" + name + "'");
    made.words = split_at_dots(name);
    while (cursor_.token().starts_with(".") && !is_constant_at(cursor_)) {  // ld .global .u32
      for (std::string& word : split_at_dots(instruction_word())) made.words.push_back(std::move(word));
    }
    check_words(made);
    if (made.words[0] == "call")  // its operands are unlike any others
      throw Unsupported("the PTX instruction 'call' is not available");
    if (!cursor_.take(";")) {
      do made.operands.push_back(operand());
      while (cursor_.take(","));
      cursor_.expect(";");
    }
    statements_.emplace_back(std::move(made));
  }

  std::string instruction_word() {
    const std::string& word = cursor_.token();
    if (word.find("..") != word.npos || word.ends_with(".")) cursor_.refuse();
    return cursor_.next();
  }

  Operand operand() {
    if (cursor_.token() == "-" && begins_name(cursor_.token(1))) {  // of vmad
      cursor_.next();
      Operand made = word();
      made.minus = true;
      return made;
    }
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
    if (pair.parts[0].kind == Operand::Kind::sink && pair.parts[1].kind == Operand::Kind::sink)
      throw Invalid("inline PTX: nothing takes a result of a pair");
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
    constexpr std::array<std::size_t, 4> sizes = {1, 2, 4, 8};
    if (std::ranges::count(sizes, made.parts.size()) == 0)
      throw Invalid("there are no PTX vectors of " + std::to_string(made.parts.size()) + " elements");
    if (std::ranges::all_of(made.parts, [](const Operand& part) { return part.kind == Operand::Kind::sink; }))
      throw Invalid("inline PTX: nothing takes an element of a vector");
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
    const std::size_t selector = selector_at(made.text);
    if (selector != std::string::npos) {
      made.selector = made.text.substr(selector + 1);
      made.text.erase(selector);
    }
    const Name* known = find(made.text);
    if (made.text == "_") {
      made.kind = Operand::Kind::sink;
    } else if (is_parameter(made.text)) {
      made.kind = Operand::Kind::parameter;
      made.text.erase(0, 1);
      if (made.text.find('.') != std::string::npos)
        throw Invalid("inline PTX cannot be read at '%" + made.text + "'");
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
  const NamesElsewhere& elsewhere_;
  NamesElsewhere lacking_names_;
  std::vector<Names> labels_;  ///< of each pair of braces, in their order; the first: of what is in none
  std::vector<Names> scopes_;  ///< open pairs of braces
  std::size_t scope_count_ = 0, name_count_ = 0;
  std::vector<Statement> statements_;
};

}  // namespace

std::string Instruction::opcode() const {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ".") + word;
  return text;
}

std::vector<Statement> parse(std::string_view text, const ConstantOperands& constants,
                             const NamesElsewhere& elsewhere) {
  return Parser(with_constants(text, constants), elsewhere).statements();
}

void add_names_for_others(std::string_view text, NamesElsewhere& names) {
  const std::vector<std::string> tokens = tokens_of(text);
  int depth = 0;
  bool declares = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& word = tokens[i];
    depth += word == "{" ? 1 : word == "}" ? -1 : 0;
    if (depth > 0) continue;
    if (word.starts_with(".reg") || word.starts_with(".shared") || word.starts_with(".local") ||
        word.starts_with(".const") || word.starts_with(".global") || word.starts_with(".param"))
      declares = true;
    const bool is_label = i + 1 < tokens.size() && tokens[i + 1] == ":";
    if (!begins_name(word) || (!declares && !is_label)) {
      declares = declares && word != ";";
      continue;
    }
    names.insert(word);
    if (i + 2 >= tokens.size() || tokens[i + 1] != "<") continue;
    const int count = std::min(std::atoi(tokens[i + 2].c_str()), 4096);
    for (int number = 0; number < count; ++number) names.insert(word + std::to_string(number));
  }
}

int open_braces(std::string_view text) {
  int open = 0;
  for (const std::string& token : tokens_of(text)) open += token == "{" ? 1 : token == "}" ? -1 : 0;
  return open;
}

}  // namespace cuda_front_end::ptx
