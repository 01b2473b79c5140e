// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through a name once and applies at each position the rules that begin with the character there.
// Test: tests/unit/base/generated_parts_test.cpp.
#include "base/generated_parts.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace profdiff {
namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool IsHex(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::size_t Count(std::string_view text, bool (*is_it)(char)) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_it) - text.begin());
}

std::string_view From(std::string_view text, std::size_t at) { return text.substr(std::min(at, text.size())); }

bool EndsWord(std::string_view rest) { return rest.empty() || !IsWord(rest.front()); }

// A rule returns the number of characters that it takes, and appends what replaces them; 0 if it does not apply. `name`
// is the whole name, `rest` its part that has not been taken.
using Rule = std::size_t (*)(std::string_view name, std::string_view rest, std::string& out);

// Takes `word` and the number that follows it. The number may be missing if `may_lack` is true.
std::size_t TakeNumbered(std::string_view rest, std::string_view word, std::string& out, bool may_lack = false) {
  if (!rest.starts_with(word)) return 0;
  const std::string_view behind = rest.substr(word.size());
  const std::size_t digits = Count(behind, IsDigit);
  if ((digits == 0 && !may_lack) || !EndsWord(behind.substr(digits))) return 0;
  out.append(word).append("#");
  return word.size() + digits;
}

char Before(std::string_view name, std::string_view rest) {
  return rest.size() == name.size() ? '\0' : name[name.size() - rest.size() - 1];
}

std::size_t RustHash(std::string_view, std::string_view rest, std::string&) {
  constexpr std::string_view kMark = "::h";
  constexpr std::size_t kHashDigits = 16;
  if (!rest.starts_with(kMark)) return 0;
  const std::string_view hash = rest.substr(kMark.size());
  return Count(hash, IsHex) == kHashDigits && EndsWord(hash.substr(kHashDigits)) ? kMark.size() + kHashDigits : 0;
}

std::size_t RustCrate(std::string_view name, std::string_view rest, std::string&) {
  constexpr std::size_t kFewest = 8, kMost = 16;  // leading zeros are not printed
  const std::size_t digits = Count(rest.substr(1), IsHex);
  const bool is_hash = digits >= kFewest && digits <= kMost && From(rest, digits + 1).starts_with("]::");
  return is_hash && IsWord(Before(name, rest)) ? digits + 2 : 0;
}

// Go names an instance of a generic function by the shapes of its type arguments; tools also print "[...]".
std::size_t GoShapes(std::string_view, std::string_view rest, std::string& out) {
  if (!rest.starts_with("[go.shape.")) return 0;
  int depth = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    depth += rest[i] == '[' ? 1 : rest[i] == ']' ? -1 : 0;
    if (depth != 0) continue;
    out += "[...]";
    return i + 1;
  }
  return 0;
}

// Levels of optimisation that .NET appends to names.
std::size_t DotNetTier(std::string_view, std::string_view rest, std::string&) {
  constexpr std::array<std::string_view, 9> kTiers = {"[Tier0]",        "[PreJIT]",         "[Tier1]",
                                                      "[Optimized]",    "[OptimizedTier1]", "[OptimizedTier1OSR]",
                                                      "[MinOptJitted]", "[QuickJitted]",    "[InstrumentedTier0]"};
  return std::ranges::find(kTiers, rest) != kTiers.end() ? rest.size() : 0;
}

// Numbers in braces, such as "{closure#1}" and "{lambda(int)#1}".
std::size_t NumberInBraces(std::string_view, std::string_view rest, std::string& out) {
  const std::size_t digits = Count(rest.substr(1), IsDigit);
  if (digits == 0 || !From(rest, digits + 1).starts_with('}')) return 0;
  out += '#';
  return digits + 1;
}

// The class of a lambda in Java, with its number and its address.
std::size_t JavaLambda(std::string_view, std::string_view rest, std::string& out) {
  constexpr std::string_view kMark = "$$Lambda";
  if (!rest.starts_with(kMark)) return 0;
  std::size_t at = kMark.size();
  if (From(rest, at).starts_with('$')) at += 1 + Count(From(rest, at + 1), IsDigit);
  for (const std::string_view mark : {"/0x", ".0x", "/"}) {
    const std::size_t digits = From(rest, at).starts_with(mark) ? Count(From(rest, at + mark.size()), IsHex) : 0;
    if (digits == 0) continue;
    at += mark.size() + digits;
    break;
  }
  out.append(kMark).append("#");
  return at;
}

std::size_t DollarNumber(std::string_view, std::string_view rest, std::string& out) {
  const std::size_t clang = TakeNumbered(rest, "$_", out);
  return clang != 0 ? clang : TakeNumbered(rest, "$", out);
}

// Lambdas as LLVM's demangler prints them; the first one has no number.
std::size_t QuotedLambda(std::string_view, std::string_view rest, std::string& out) {
  constexpr std::string_view kMark = "'lambda";
  if (!rest.starts_with(kMark)) return 0;
  const std::size_t digits = Count(rest.substr(kMark.size()), IsDigit);
  if (!From(rest, kMark.size() + digits).starts_with('\'')) return 0;
  out.append(kMark).append("#'");
  return kMark.size() + digits + 1;
}

std::size_t BracketedLambda(std::string_view, std::string_view rest, std::string& out) {
  constexpr std::string_view kMark = "<lambda_";
  if (!rest.starts_with(kMark)) return 0;
  const std::size_t digits = Count(rest.substr(kMark.size()), IsHex);
  if (digits == 0 || !From(rest, kMark.size() + digits).starts_with('>')) return 0;
  out.append(kMark).append("#>");
  return kMark.size() + digits + 1;
}

// Functions in functions in Go, such as ".func1", and ".func1.2" inside it.
std::size_t GoFunction(std::string_view, std::string_view rest, std::string& out) {
  for (const std::string_view word : {".func", ".gowrap", ".deferwrap"}) {
    std::size_t taken = TakeNumbered(rest, word, out);
    if (taken == 0) continue;
    for (std::size_t more; (more = TakeNumbered(From(rest, taken), ".", out)) != 0;) taken += more;
    return taken;
  }
  return 0;
}

// Numbers in suffixes, such as ".omp_outlined.3". Versions, as in "python3.11", have a digit before the dot.
std::size_t NumberedSuffix(std::string_view name, std::string_view rest, std::string& out) {
  const char before = Before(name, rest);
  return before == '\0' || IsDigit(before) ? 0 : TakeNumbered(rest, ".", out);
}

std::size_t HiddenClass(std::string_view, std::string_view rest, std::string&) {
  constexpr std::string_view kMark = "/0x";
  if (!rest.starts_with(kMark)) return 0;
  const std::size_t digits = Count(rest.substr(kMark.size()), IsHex);
  return digits != 0 && EndsWord(From(rest, kMark.size() + digits)) ? kMark.size() + digits : 0;
}

std::size_t Dash(std::string_view, std::string_view rest, std::string& out) {
  const std::size_t go = TakeNumbered(rest, "-range", out);
  return go != 0 ? go : TakeNumbered(rest, "-fun-", out);
}

std::size_t Offloading(std::string_view name, std::string_view rest, std::string& out) {
  constexpr std::string_view kMark = "__omp_offloading_";
  if (rest.size() != name.size() || !rest.starts_with(kMark)) return 0;
  const std::size_t device = Count(rest.substr(kMark.size()), IsHex);
  const std::string_view behind = From(rest, kMark.size() + device);
  const std::size_t inode = behind.starts_with('_') ? Count(behind.substr(1), IsHex) : 0;
  if (device == 0 || inode == 0 || !From(behind, inode + 1).starts_with('_')) return 0;
  out.append(kMark).append("#");
  return kMark.size() + device + 1 + inode;
}

std::size_t UnderscoreNumber(std::string_view name, std::string_view rest, std::string& out) {
  for (const std::string_view word : {"__anon_", "__lambda", "_outlined__", "_outlined_debug__"}) {
    if (const std::size_t taken = TakeNumbered(rest, word, out); taken != 0) return taken;
  }
  if (name.starts_with("__omp_offloading_")) {
    if (const std::size_t taken = TakeNumbered(rest, "_l", out); taken != 0) return taken;
  }
  // OCaml's functions begin with "caml" and the module in upper case; those of its runtime do not.
  constexpr std::string_view kOcaml = "caml";
  const bool is_ocaml = name.size() > kOcaml.size() && name.starts_with(kOcaml) &&
                        std::isupper(static_cast<unsigned char>(name[kOcaml.size()])) != 0;
  const bool is_julia = name.starts_with("julia_") || name.starts_with("jlsys_") || name.starts_with("jfptr_");
  return is_ocaml || is_julia ? TakeNumbered(rest, "_", out) : 0;
}

// Levels of optimisation that async-profiler appends to Java's names.
std::size_t JavaLevel(std::string_view, std::string_view rest, std::string&) {
  return rest == "_[j]" || rest == "_[i]" || rest == "_[0]" || rest == "_[1]" ? rest.size() : 0;
}

std::size_t JavaAccessor(std::string_view, std::string_view rest, std::string& out) {
  for (const std::string_view word : {"GeneratedMethodAccessor", "GeneratedConstructorAccessor"}) {
    if (const std::size_t taken = TakeNumbered(rest, word, out); taken != 0) return taken;
  }
  return TakeNumbered(rest, "GeneratedSerializationConstructorAccessor", out);
}

// The position of a function in JavaScript, ":LINE:COLUMN" after the file.
std::size_t ScriptPosition(std::string_view name, std::string_view rest, std::string&) {
  const std::string_view file = name.substr(0, name.size() - rest.size());
  if (!file.ends_with(".js") && !file.ends_with("js") && !file.ends_with(".ts") && !file.ends_with(".tsx")) return 0;
  const std::size_t line = Count(rest.substr(1), IsDigit);
  if (line == 0 || !From(rest, line + 1).starts_with(':')) return 0;
  const std::size_t column = Count(From(rest, line + 2), IsDigit);
  return column != 0 && EndsWord(From(rest, line + 2 + column)) ? line + column + 2 : 0;
}

// The lines of a construct or a loop in TAU's names, as in "for (loop body) [a.c <94, 98>]".
std::size_t LinesOfConstruct(std::string_view, std::string_view rest, std::string&) {
  constexpr std::string_view kOpen = " <";
  if (!rest.starts_with(kOpen)) return 0;
  std::size_t taken = kOpen.size() + Count(rest.substr(kOpen.size()), IsDigit);
  if (taken == kOpen.size()) return 0;
  if (From(rest, taken).starts_with(", ")) taken += 2 + Count(From(rest, taken + 2), IsDigit);
  const std::string_view end = From(rest, taken);
  return end == ">" || end == ">]" ? taken + 1 : 0;
}

// The level of optimisation in the names of V8.
std::size_t ScriptLevel(std::string_view name, std::string_view rest, std::string&) {
  const std::string_view kind = name.substr(0, name.size() - rest.size());
  return kind == "LazyCompile:" || kind == "Function:" || kind == "JS:" || kind == "Script:" ? 1 : 0;
}

struct RuleRow {
  char first;
  Rule rule;
};

// Rules that begin with the same character are tried in this order.
constexpr RuleRow kRules[] = {
    {':', RustHash},         {':', ScriptPosition},
    {'[', RustCrate},        {'[', GoShapes},
    {'[', DotNetTier},       {'#', NumberInBraces},
    {'$', JavaLambda},       {'$', DollarNumber},
    {'\'', QuotedLambda},    {'<', BracketedLambda},
    {'.', GoFunction},       {'.', NumberedSuffix},
    {'/', HiddenClass},      {'-', Dash},
    {'_', Offloading},       {'_', JavaLevel},
    {'_', UnderscoreNumber}, {'G', JavaAccessor},
    {'*', ScriptLevel},      {'~', ScriptLevel},
    {'^', ScriptLevel},      {'+', ScriptLevel},
    {' ', LinesOfConstruct},
};

std::size_t Take(std::string_view name, std::string_view rest, std::string& out) {
  for (const RuleRow& row : kRules) {
    if (row.first != rest.front()) continue;
    if (const std::size_t taken = row.rule(name, rest, out); taken != 0) return taken;
  }
  return 0;
}

}  // namespace

std::string WithoutGenerated(std::string_view readable) {
  std::string out;
  for (std::string_view rest = readable; !rest.empty();) {
    std::size_t taken = Take(readable, rest, out);
    if (taken == 0) out += rest[taken++];
    rest.remove_prefix(taken);
  }
  return out;
}

bool IsRust(std::string_view name) {
  if (name.starts_with("_R")) return true;
  constexpr std::string_view kMark = "17h";
  constexpr std::size_t kDigits = 16, kEnd = kMark.size() + kDigits + 1;  // "E" comes last
  name = name.substr(0, name.find('.'));
  if (!name.starts_with("_ZN") || name.size() < kEnd || !name.ends_with('E')) return false;
  const std::string_view end = name.substr(name.size() - kEnd);
  return end.starts_with(kMark) && std::ranges::all_of(end.substr(kMark.size(), kDigits), IsHex);
}

bool MayHaveGenerated(std::string_view name) {
  const bool is_mangled = name.starts_with("_Z") || name.starts_with("__Z");
  if (!is_mangled || IsRust(name) || name.find('.') != std::string_view::npos) return true;
  // In C++'s mangling, "Ul" begins a lambda and "Ut" an unnamed type; clang names a static lambda "$_0".
  return name.find("Ul") != std::string_view::npos || name.find("Ut") != std::string_view::npos ||
         name.find("$_") != std::string_view::npos;
}

}  // namespace profdiff
