// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern is compiled into a nondeterministic automaton whose states are simulated in parallel: the cost of a match
// is at most the length of the pattern times the length of the name (Thompson, Regular Expression Search Algorithm,
// 1968). std::regex is not an option, because its cost can grow exponentially, and patterns come from the recording.
// Patterns must match the same names as in uftrace, because they determine which layout a function's recorded arguments
// and return value have. Syntax: POSIX extended regular expressions (IEEE Std 1003.1-2017, XBD 9.4), and shell patterns
// (XCU 2.13).
#include "read/trace/uftrace/pattern.h"

#include <algorithm>
#include <bitset>
#include <cctype>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace profdiff {
namespace {

constexpr std::string_view kOfExpressions = ".?*+-^$|()[]{}";
constexpr std::size_t kMostSteps = 4096;
// Maximum product of the number of steps in a program and the number of characters in a name.
constexpr std::size_t kMostWork = std::size_t{1} << 22;
constexpr int kDeepest = 50;       // maximum nesting depth of parentheses
constexpr int kMostRepeats = 255;  // maximum number of repetitions: POSIX's RE_DUP_MAX

using Characters = std::bitset<256>;

// One step of a compiled pattern. Targets are relative to the step's own index, so that sequences of steps can be
// copied and moved unchanged.
struct Step {
  enum class Kind { kOneOf, kSplit, kBegin, kEnd };
  Kind kind = Kind::kOneOf;
  Characters characters;  // for kOneOf: the characters that the step accepts
  // For kSplit: the two next steps. The simulation follows both.
  int first = 1, other = 1;
};
using Program = std::vector<Step>;

unsigned char Byte(char c) { return static_cast<unsigned char>(c); }

Step OneOf(const Characters& characters) { return {Step::Kind::kOneOf, characters, 1, 1}; }

Step Split(std::size_t first, std::size_t other) {
  return {Step::Kind::kSplit, {}, static_cast<int>(first), static_cast<int>(other)};
}

Characters AnyCharacter() { return Characters().set(); }
Characters Only(char c) { return Characters().set(Byte(c)); }

void Append(Program& to, const Program& more) { to.insert(to.end(), more.begin(), more.end()); }

// Optional, Repeated and Either combine programs. Each result begins with a split, which either continues with the next
// step or skips the (first) part. In Repeated, a jump back to the split follows the part. In Either, a jump over
// `other` follows `one`. A jump is a split whose two targets are equal.
Program Optional(const Program& part) {
  Program made = {Split(1, part.size() + 1)};
  Append(made, part);
  return made;
}

Program Repeated(const Program& part) {
  Program made = Optional(part);
  made.front().other = static_cast<int>(part.size() + 2);
  made.push_back({Step::Kind::kSplit, {}, -static_cast<int>(part.size() + 1), -static_cast<int>(part.size() + 1)});
  return made;
}

Program Either(const Program& one, const Program& other) {
  Program made = {Split(1, one.size() + 2)};
  Append(made, one);
  made.push_back(Split(other.size() + 1, other.size() + 1));
  Append(made, other);
  return made;
}

// Returns the characters of a class, for example of "alpha" in "[:alpha:]"; nullopt for an unknown name.
std::optional<Characters> ClassOf(std::string_view name) {
  struct Class {
    std::string_view name;
    int (*holds)(int);
  };
  static constexpr Class kClasses[] = {{"alpha", std::isalpha}, {"digit", std::isdigit}, {"alnum", std::isalnum},
                                       {"upper", std::isupper}, {"lower", std::islower}, {"space", std::isspace},
                                       {"blank", std::isblank}, {"punct", std::ispunct}, {"print", std::isprint},
                                       {"graph", std::isgraph}, {"cntrl", std::iscntrl}, {"xdigit", std::isxdigit}};
  const auto* found = std::ranges::find(kClasses, name, &Class::name);
  if (found == std::end(kClasses)) return std::nullopt;
  Characters characters;
  for (int c = 0; c < 128; ++c) characters.set(static_cast<std::size_t>(c), found->holds(c) != 0);
  return characters;
}

class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  // ParseExpression and ParseGlob return the program of a regular expression and the program of a shell pattern,
  // respectively; nullopt if the syntax is invalid. An expression may match any part of a name, since Finds starts it
  // at each character. A shell pattern must match the whole name.
  std::optional<Program> ParseExpression() {
    Program program = Alternatives();
    return failed_ || !text_.empty() ? std::nullopt : std::optional(std::move(program));
  }

  std::optional<Program> ParseGlob() {
    Program program = {{Step::Kind::kBegin, {}, 1, 1}};
    while (!text_.empty() && !failed_) {
      const char c = Take();
      if (c == '*') {
        Append(program, Repeated({OneOf(AnyCharacter())}));
      } else {
        program.push_back(OneOf(c == '?' ? AnyCharacter() : c == '[' ? Bracket("!^") : Only(c == '\\' ? Take() : c)));
      }
    }
    program.push_back({Step::Kind::kEnd, {}, 1, 1});
    return failed_ || program.size() > kMostSteps ? std::nullopt : std::optional(std::move(program));
  }

 private:
  bool Sees(char c) const { return !text_.empty() && text_.front() == c; }
  bool Accept(char c) {
    if (!Sees(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  char Take() {
    if (text_.empty()) failed_ = true;
    const char c = text_.empty() ? '\0' : text_.front();
    text_.remove_prefix(text_.empty() ? 0 : 1);
    return c;
  }

  Program Limited(Program program) {
    if (program.size() <= kMostSteps) return program;
    failed_ = true;
    return {};
  }

  // Recursive descent. One function parses each level of the grammar: alternatives, sequences, counted atoms, and
  // atoms.
  Program Alternatives() {
    Program program = Sequence();
    while (!failed_ && Accept('|')) program = Limited(Either(program, Sequence()));
    return program;
  }

  Program Sequence() {
    Program program;
    while (!failed_ && !text_.empty() && !Sees('|') && !Sees(')')) {
      Append(program, Counted(Atom()));
      program = Limited(std::move(program));
    }
    return program;
  }

  // Parses the repetition marks after an atom. There may be several: "a*?" makes "a*" optional.
  Program Counted(Program part) {
    while (!failed_) {
      if (Accept('*')) {
        part = Repeated(part);
      } else if (Accept('?')) {
        part = Optional(part);
      } else if (Accept('+')) {
        part = Times(part, 1, std::nullopt);
      } else if (Sees('{')) {
        part = Interval(part);
      } else {
        return part;
      }
      part = Limited(std::move(part));
    }
    return {};
  }

  // Parses the counts of a repetition: "{3}", "{3,}", "{,5}" or "{3,5}".
  Program Interval(const Program& part) {
    Take();
    const std::optional<int> least = Number();
    std::optional<int> most = least;
    if (Accept(',')) {
      most = Number();
    } else if (!least) {
      failed_ = true;
    }
    if (!Accept('}') || (most && *most < least.value_or(0))) failed_ = true;
    return failed_ ? Program() : Times(part, least.value_or(0), most);
  }

  std::optional<int> Number() {
    if (text_.empty() || std::isdigit(Byte(text_.front())) == 0) return std::nullopt;
    int number = 0;
    while (!text_.empty() && std::isdigit(Byte(text_.front())) != 0) {
      number = 10 * number + (Take() - '0');
      if (number > kMostRepeats) failed_ = true;
      if (failed_) return std::nullopt;
    }
    return number;
  }

  // Returns `least` copies of `part`, followed by optional copies up to `most` or, if `most` is not set, by one copy
  // that may be repeated. The number of steps is checked before copying.
  Program Times(const Program& part, int least, std::optional<int> most) {
    const int copies = most.value_or(least + 1);
    if (part.size() * static_cast<std::size_t>(copies) > kMostSteps) failed_ = true;
    Program made;
    for (int i = 0; i < copies && !failed_; ++i)
      Append(made, i < least ? part : most ? Optional(part) : Repeated(part));
    return made;
  }

  Program Atom() {
    const char c = Take();
    if (c == '(') return Group();
    if (c == '[') return {OneOf(Bracket("^"))};
    if (c == '.') return {OneOf(AnyCharacter())};
    if (c == '^') return {{Step::Kind::kBegin, {}, 1, 1}};
    if (c == '$') return {{Step::Kind::kEnd, {}, 1, 1}};
    if (c == '\\') return {OneOf(Only(Escaped()))};
    if (c == '*' || c == '+' || c == '?' || c == '{') failed_ = true;  // nothing precedes the repetition mark
    return {OneOf(Only(c))};
  }

  Program Group() {
    if (++depth_ > kDeepest) failed_ = true;
    Program program = failed_ ? Program() : Alternatives();
    if (!Accept(')')) failed_ = true;
    --depth_;
    return program;
  }

  // Letters, digits and quotes after a backslash are GNU extensions, which are not supported.
  char Escaped() {
    const char c = Take();
    if (std::isalnum(Byte(c)) != 0 || c == '<' || c == '>' || c == '`' || c == '\'') failed_ = true;
    return c;
  }

  // Parses the content of a bracket expression and the closing "]". A "]" as the first character is part of the
  // content.
  Characters Bracket(std::string_view negations) {
    const bool negated = !text_.empty() && negations.find(text_.front()) != std::string_view::npos;
    if (negated) Take();
    Characters characters;
    do {
      AddOfBracket(characters);
    } while (!failed_ && !Sees(']'));
    Take();
    return negated ? ~characters : characters;
  }

  // Parses one element of a bracket expression: a character, a range of characters, or a class.
  void AddOfBracket(Characters& characters) {
    const char c = Take();
    if (c == '[' && (Sees(':') || Sees('.') || Sees('='))) return AddClass(characters);
    if (!Sees('-') || text_.substr(1, 1) == "]") {
      characters.set(Byte(c));
      return;
    }
    Take();
    const char last = Take();
    if (Byte(last) < Byte(c)) failed_ = true;
    for (int at = Byte(c); at <= Byte(last); ++at) characters.set(static_cast<std::size_t>(at));
  }

  void AddClass(Characters& characters) {
    const std::size_t end = text_.find(":]");
    const std::optional<Characters> found =
        Accept(':') && end != std::string_view::npos ? ClassOf(text_.substr(0, end - 1)) : std::nullopt;
    if (!found) {
      failed_ = true;
      return;
    }
    characters |= *found;
    text_.remove_prefix(end + 1);
  }

  std::string_view text_;  // the part of the pattern that has not been parsed
  bool failed_ = false;
  int depth_ = 0;
};

// The set of active steps of a program after some characters of a name.
class Places {
 public:
  explicit Places(const Program& program) : program_(program), seen_(program.size() + 1) {}

  // Adds all steps that can be reached from `step` without consuming a character.
  void Reach(std::size_t step, bool at_begin, bool at_end) {
    open_.push_back(step);
    while (!open_.empty()) {
      const std::size_t at = open_.back();
      open_.pop_back();
      if (seen_[at]) continue;
      seen_[at] = true;
      steps_.push_back(at);
      if (at == program_.size()) continue;
      const Step& here = program_[at];
      auto go = [&](int by) { open_.push_back(static_cast<std::size_t>(static_cast<std::ptrdiff_t>(at) + by)); };
      if (here.kind == Step::Kind::kSplit) go(here.first), go(here.other);
      if ((here.kind == Step::Kind::kBegin && at_begin) || (here.kind == Step::Kind::kEnd && at_end)) go(1);
    }
  }
  bool AtGoal() const { return seen_[program_.size()]; }
  const std::vector<std::size_t>& steps() const { return steps_; }
  void Clear() {
    for (const std::size_t step : steps_) seen_[step] = false;
    steps_.clear();
  }

 private:
  const Program& program_;
  std::vector<bool> seen_;
  std::vector<std::size_t> steps_, open_;
};

// Keeps the set of steps that are active before each character of the name. At each character, the program is also
// started again, since a match may begin anywhere.
bool Finds(const Program& program, std::string_view name) {
  if (program.size() * (name.size() + 1) > kMostWork) return false;
  Places one(program), other(program);
  Places *here = &one, *next = &other;
  for (std::size_t at = 0;; ++at) {
    here->Reach(0, at == 0, at == name.size());
    if (here->AtGoal()) return true;
    if (at == name.size()) return false;
    for (const std::size_t step : here->steps()) {
      if (program[step].kind != Step::Kind::kOneOf || !program[step].characters[Byte(name[at])]) continue;
      next->Reach(step + 1, false, at + 1 == name.size());
    }
    std::swap(here, next);
    next->Clear();
  }
}

}  // namespace

bool IsUftraceName(std::string_view pattern) { return pattern.find_first_of(kOfExpressions) == std::string_view::npos; }

// A pattern that equals the name matches without being parsed, since names of operators, such as "operator*", may not
// be valid expressions.
bool MatchesUftracePattern(std::string_view pattern, std::string_view name, UftracePatterns patterns) {
  if (pattern == name) return true;
  if (pattern.empty() || patterns == UftracePatterns::kNames || IsUftraceName(pattern)) return false;
  PatternParser parser(pattern);
  const std::optional<Program> program =
      patterns == UftracePatterns::kGlobs ? parser.ParseGlob() : parser.ParseExpression();
  return program && Finds(*program, name);
}

}  // namespace profdiff
