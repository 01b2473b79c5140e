// SPDX-License-Identifier: GPL-3.0-or-later
// A name is split into text and bracketed groups at the outermost level; the text between the groups decides which
// group is the parameter list. libiberty writes a ">" operator inside template arguments as "(1)>(2)", so every other
// ">" there closes a list.
#include "base/short_name.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <vector>

namespace profdiff {
namespace {

constexpr std::string_view kAnonymous = "(anonymous namespace)";
constexpr std::string_view kOperator = "operator";

bool IsIdentifier(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

// Operators that contain any kind of brackets, longer ones first.
constexpr std::array<std::string_view, 12> kBracketSymbols = {"->*", "<=>", "<<=", ">>=", "()", "[]",
                                                              "->",  "<<",  ">>",  "<=",  ">=", "<"};

// Returns the length of the operator name at `at`; 0 for other text. The symbol is included only if it contains
// brackets; for example, the name is all of "operator<<", but only the word "operator" of "operator+".
std::size_t OperatorSize(std::string_view name, std::size_t at) {
  if (!name.substr(at).starts_with(kOperator) || (at != 0 && IsIdentifier(name[at - 1]))) return 0;
  const std::string_view rest = name.substr(at + kOperator.size());
  if (!rest.empty() && IsIdentifier(rest.front())) return 0;
  const auto symbol = std::ranges::find_if(kBracketSymbols, [rest](std::string_view s) { return rest.starts_with(s); });
  if (symbol != kBracketSymbols.end()) return kOperator.size() + symbol->size();
  return kOperator.size() + (rest.starts_with('>') ? 1 : 0);
}

// The stack of brackets that are open at the current position in a name.
class Nesting {
 public:
  bool empty() const { return open_.empty(); }
  std::size_t depth() const { return open_.size(); }
  bool broken() const { return broken_; }

  // Moves forward by one character, or by an operator's name; returns the number of characters.
  std::size_t Step(std::string_view name, std::size_t at) {
    const std::size_t operator_size = OperatorSize(name, at);
    const bool behind_operator = behind_operator_;
    behind_operator_ = operator_size != 0;
    if (operator_size != 0) return operator_size;
    const char c = name[at];
    // "(1)<(2)" contains a comparison, but "operator()<int>" does not.
    const bool compares = c == '<' && at != 0 && name[at - 1] == ')' && !behind_operator;
    if ((c == '<' && !compares) || c == '(' || c == '[' || c == '{') open_ += c;
    if (c == '>' && (at == 0 || name[at - 1] != '-') && !open_.empty() && open_.back() == '<') open_.pop_back();
    if (c == ')') Close('(');
    if (c == ']') Close('[');
    if (c == '}') Close('{');
    return 1;
  }

 private:
  // A "<" without a closing bracket was a comparison and is removed from the stack.
  void Close(char opening) {
    while (!open_.empty() && open_.back() == '<') open_.pop_back();
    broken_ = broken_ || open_.empty() || open_.back() != opening;
    if (!broken_) open_.pop_back();
  }

  std::string open_;
  bool broken_ = false, behind_operator_ = false;
};

// Text outside of all brackets, or a group with its brackets.
struct Piece {
  std::string_view text;
  char bracket = '\0';  // opening bracket; '\0' for text
};

// Splits a name at its brackets. Returns nullopt if brackets do not match.
std::optional<std::vector<Piece>> Split(std::string_view name) {
  std::vector<Piece> pieces;
  Nesting nesting;
  std::size_t begin = 0;
  auto end_piece = [&](std::size_t end, char bracket) {
    if (end > begin) pieces.push_back({name.substr(begin, end - begin), bracket});
    begin = end;
  };
  for (std::size_t at = 0; at < name.size();) {
    const bool outside = nesting.empty();
    const std::size_t size = nesting.Step(name, at);
    if (nesting.broken()) return std::nullopt;
    if (outside && !nesting.empty()) end_piece(at, '\0');
    at += size;
    if (!outside && nesting.empty()) end_piece(at, name[begin]);
  }
  if (!nesting.empty()) return std::nullopt;
  end_piece(name.size(), '\0');
  return pieces;
}

// Replaces every list of template arguments with "<…>". A list ends where the depth falls below the depth of its
// opening bracket. If a ")" closed the list, its "<" was a comparison, and the ")" is text.
std::string FoldTemplates(std::string_view text) {
  std::string folded;
  Nesting nesting;
  std::size_t list = 0;  // depth at which the outermost list began; 0 outside of lists
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t before = nesting.depth(), size = nesting.Step(text, at);
    if (list == 0 && text[at] == '<' && nesting.depth() > before) {
      list = nesting.depth();
      folded += "<…>";
    } else if (list == 0) {
      folded += text.substr(at, size);
    } else if (nesting.depth() < list) {
      list = 0;
      if (text[at] != '>') folded += text[at];
    }
    at += size;
  }
  return folded;
}

// Removes the parameters of a lambda, for example "{lambda(int)#1}" becomes "{lambda#1}".
std::string FoldBraces(std::string_view braces) {
  const std::size_t open = braces.find('('), close = braces.rfind(')');
  std::string text(braces.substr(0, open));
  if (open != std::string_view::npos && close != std::string_view::npos) text += braces.substr(close + 1);
  return text;
}

// Returns the short form of a group that is not the parameter list; text is unchanged.
std::string ShowPiece(const Piece& piece, bool first) {
  if (piece.bracket == '{') return FoldBraces(piece.text);
  if (piece.bracket != '<') return std::string(piece.text);
  if (!first) return "<…>";
  return "<" + FoldTemplates(piece.text.substr(1, piece.text.size() - 2)) + ">";  // the type in Rust's <Type as Trait>
}

// Removes qualifiers that can follow a parameter list from the start of a string.
std::string_view WithoutQualifiers(std::string_view text) {
  for (bool found = true; found;) {
    found = false;
    for (std::string_view word : {" const", " volatile", " noexcept", " &&", " &"}) {
      if (!text.starts_with(word)) continue;
      text.remove_prefix(word.size());
      found = true;
    }
  }
  return text;
}

// Goes through the parts of a name and keeps the parts that identify the function.
class Shortener {
 public:
  explicit Shortener(bool folds) : folds_(folds) {}

  // Processes one name. If the named function returns a pointer to a function, returns the inner name, which must then
  // be processed instead, for example "*f(int)" in "void (*f(int))(char)".
  std::string_view Take(const std::vector<Piece>& pieces) {
    for (std::size_t i = 0; i < pieces.size() && !ended_; ++i) {
      const Piece& piece = pieces[i];
      if (piece.bracket == '\0') {
        TakeText(piece.text);
      } else if (piece.bracket == '[') {
        TakeBrackets(piece.text);
      } else if (piece.bracket != '(' || piece.text == kAnonymous || name_.ends_with(':') || IsGoReceiver(pieces, i)) {
        name_ += folds_ ? ShowPiece(piece, i == 0) : std::string(piece.text);
      } else if (name_.empty() && IsDeclarator(piece.text)) {
        return Inside(piece.text);
      } else if (!name_.empty()) {  // a group without a preceding name is the expression of a decltype
        parameters_ = piece.text;
        behind_parameters_ = true;
      }
    }
    return {};
  }

  bool has_name() const { return !name_.empty(); }
  bool has_parameters() const { return !parameters_.empty(); }

  std::string Finish(Parameters parameters) const {
    std::string text = prefix_ + name_;
    if (parameters == Parameters::kShown) text += FoldTemplates(parameters_);
    return text + clone_;
  }

 private:
  // In Go, "fmt.(*pp).doPrint" is a method of the type *pp.
  static bool IsGoReceiver(const std::vector<Piece>& pieces, std::size_t at) {
    return at > 0 && pieces[at - 1].text.ends_with('.') && at + 1 < pieces.size() &&
           pieces[at + 1].text.starts_with('.');
  }

  static bool IsDeclarator(std::string_view group) {
    return group.starts_with("(*") || group.starts_with("(&") || group.find("::*") != std::string_view::npos;
  }

  static std::string_view Inside(std::string_view group) {
    group = group.substr(1, group.size() - 2);
    const std::size_t star = group.find_first_of("*&");
    group.remove_prefix(star == std::string_view::npos ? 0 : star + 1);
    while (!group.empty() && (group.front() == '&' || group.front() == ' ')) group.remove_prefix(1);
    return group;
  }

  void TakeText(std::string_view text) {
    if (behind_parameters_) {
      text = WithoutQualifiers(text);
      if (text.empty() || text == " ") return;
      if (!text.starts_with("::") && !text.starts_with('.')) {  // a C++20 constraint or unknown text comes next
        ended_ = true;
        return;
      }
      behind_parameters_ = false;
    }
    while (!text.empty()) {
      const std::size_t end = EndOfWord(text);
      name_ += folds_ ? FoldTemplates(text.substr(0, end)) : std::string(text.substr(0, end));
      if (end == text.size()) return;
      EndResult();
      text.remove_prefix(end + 1);
    }
  }

  // Returns the first blank that is not part of "operator new" or "operator bool".
  static std::size_t EndOfWord(std::string_view text) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    const std::size_t word = text.find(kOperator);
    const bool named = word < blank && OperatorSize(text, word) != 0;
    return named ? text.size() : blank;
  }

  // Drops the text before a blank, which is the result type or a kind of symbol such as "virtual thunk to".
  void EndResult() {
    if (name_ == "to" || name_ == "for" || name_ == "virtual" || name_ == "non-virtual" || name_ == "guard" ||
        name_ == "thunk" || name_ == "vtable" || name_ == "variable") {
      prefix_ += name_ + " ";
    }
    name_.clear();
  }

  // Processes brackets as in "f[abi:cxx11]" and "f(int) [clone .cold]".
  void TakeBrackets(std::string_view text) {
    constexpr std::string_view kClone = "[clone ";
    if (text.starts_with(kClone)) {
      clone_ += text.substr(kClone.size(), text.size() - kClone.size() - 1);
    } else if (!text.starts_with("[abi:")) {
      name_ += text;
    }
  }

  const bool folds_;  // true to fold lists of template arguments
  std::string prefix_, name_, clone_;
  std::string_view parameters_;
  bool behind_parameters_ = false, ended_ = false;
};

// Returns the short form of a name without a parameter list: names in Rust and C, and names with blanks. Such names
// have no result type either.
std::string JoinFolded(const std::vector<Piece>& pieces) {
  std::string text;
  for (std::size_t i = 0; i < pieces.size(); ++i) text += ShowPiece(pieces[i], i == 0);
  return text;
}

// Removes the inline namespaces by which C++ libraries (libstdc++, libc++) distinguish versions of their classes.
std::string WithoutVersions(std::string name) {
  for (std::string_view version : {"std::__cxx11::", "std::__1::"}) {
    constexpr std::string_view kStd = "std::";
    for (std::size_t at = 0; (at = name.find(version, at)) != std::string::npos; at += kStd.size()) {
      name.erase(at + kStd.size(), version.size() - kStd.size());
    }
  }
  return name;
}

// Splits a list of template arguments, with its brackets, at the commas between them.
std::vector<std::string_view> Arguments(std::string_view list) {
  list = list.substr(1, list.size() - 2);
  std::vector<std::string_view> arguments;
  Nesting nesting;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < list.size();) {
    if (nesting.empty() && list[at] == ',') {
      arguments.push_back(list.substr(begin, at - begin));
      begin = at + 1;
    }
    at += nesting.Step(list, at);
  }
  arguments.push_back(list.substr(begin));
  for (std::string_view& argument : arguments) {
    while (argument.starts_with(' ')) argument.remove_prefix(1);
    while (argument.ends_with(' ')) argument.remove_suffix(1);
  }
  return arguments;
}

template <class Value>
bool AreEqual(const std::vector<Value>& values) {
  return std::ranges::all_of(values, [&](const Value& value) { return value == values.front(); });
}

// Appends one argument of each list to the texts: "…" if all are equal, once for several in a row.
void AppendArguments(const std::vector<std::string_view>& column, std::vector<std::string>& texts) {
  std::vector<std::string> folded;
  for (const std::string_view argument : column) folded.push_back(FoldTemplates(argument));
  const bool is_enough = !AreEqual(folded);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string argument = AreEqual(column) ? "…" : is_enough ? folded[i] : std::string(column[i]);
    if (argument == "…" && texts[i].ends_with("…")) continue;
    texts[i].append(texts[i].ends_with('<') ? "" : ", ").append(argument);
  }
}

// Appends the same piece of each name. Pieces that are equal are shown as in ShortName.
void AppendApart(const std::vector<Piece>& column, bool first, std::vector<std::string>& texts) {
  std::vector<std::string> shown;
  std::vector<std::string_view> raw;
  std::vector<std::vector<std::string_view>> lists;
  for (const Piece& piece : column) {
    shown.push_back(ShowPiece(piece, first));
    raw.push_back(piece.text);
    if (piece.bracket == '<' && piece.text.size() > 1) lists.push_back(Arguments(piece.text));
  }
  const auto has_as_many = [&](const auto& list) { return list.size() == lists.front().size(); };
  const bool is_list = lists.size() == column.size() && std::ranges::all_of(lists, has_as_many);
  if (AreEqual(raw) || !is_list) {
    for (std::size_t i = 0; i < texts.size(); ++i) texts[i] += AreEqual(raw) ? shown[i] : std::string(raw[i]);
    return;
  }
  for (std::string& text : texts) text += '<';
  for (std::size_t argument = 0; argument < lists.front().size(); ++argument) {
    std::vector<std::string_view> arguments;
    for (const auto& list : lists) arguments.push_back(list[argument]);
    AppendArguments(arguments, texts);
  }
  for (std::string& text : texts) text += '>';
}

// Bound on nested declarators, as in functions that return pointers to functions.
constexpr int kMostDeclarators = 8;

}  // namespace

std::string ShortName(std::string_view readable, Parameters parameters) {
  std::string_view name = readable;
  for (int i = 0; i < kMostDeclarators; ++i) {
    const std::optional<std::vector<Piece>> pieces = Split(name);
    if (!pieces) break;
    Shortener shortener(true);
    const std::string_view inside = shortener.Take(*pieces);
    if (inside.empty()) {
      return WithoutVersions(shortener.has_parameters() ? shortener.Finish(parameters) : JoinFolded(*pieces));
    }
    name = inside;
  }
  return std::string(readable);
}

std::optional<std::string> NameBeforeParameters(std::string_view readable) {
  for (int i = 0; i < kMostDeclarators; ++i) {
    const std::optional<std::vector<Piece>> pieces = Split(readable);
    if (!pieces) return std::nullopt;
    Shortener shortener(false);
    readable = shortener.Take(*pieces);
    if (!readable.empty()) continue;
    if (!shortener.has_name() || !shortener.has_parameters()) return std::nullopt;
    return shortener.Finish(Parameters::kLeftOut);
  }
  return std::nullopt;
}

std::vector<std::string> ShortNamesApart(const std::vector<std::string>& readable) {
  std::vector<std::string> names;
  for (const std::string& name : readable) names.push_back(NameBeforeParameters(name).value_or(name));
  std::vector<std::vector<Piece>> pieces;  // by name
  for (const std::string& name : names) {
    std::optional<std::vector<Piece>> split = Split(name);
    if (!split || (!pieces.empty() && split->size() != pieces.front().size())) return readable;
    pieces.push_back(*std::move(split));
  }
  std::vector<std::string> texts(names.size());
  for (std::size_t i = 0; i < pieces.front().size(); ++i) {
    std::vector<Piece> column;
    for (const std::vector<Piece>& of_name : pieces) column.push_back(of_name[i]);
    AppendApart(column, i == 0, texts);
  }
  for (std::string& text : texts) text = WithoutVersions(std::move(text));
  return texts;
}

std::string OutermostScope(std::string_view readable) {
  // gfortran names a module procedure "__module_MOD_procedure".
  constexpr std::string_view kModule = "_MOD_";
  if (const std::size_t module = readable.find(kModule); readable.starts_with("__") && module > 2) {
    if (module != std::string_view::npos) return std::string(readable.substr(2, module - 2));
  }
  std::string name = ShortName(readable);
  if (name.starts_with('<')) name.erase(0, 1);
  name.erase(std::min(name.find("::{"), name.size()));  // a lambda has the scope of its function
  const std::size_t end = name.find("::");
  return end == std::string::npos ? "" : name.substr(0, end);
}

}  // namespace profdiff
