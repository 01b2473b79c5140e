// SPDX-License-Identifier: GPL-3.0-or-later
#include "read/stacks/frames.h"

#include <algorithm>

#include "base/name_parts.h"
#include "base/parse_text.h"
#include "base/short_name.h"
#include "profdiff/stacks.h"
#include "read/file/text_lines.h"

namespace profdiff {
namespace {

void RemoveStart(std::string_view& text, std::string_view start) {
  if (text.starts_with(start)) text.remove_prefix(start.size());
}

bool IsHex(std::string_view digits) {
  return !digits.empty() && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Removes and returns true for an address such as "0x00007fcc" and the blank after it.
bool TakeAddress(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  if (!word.starts_with("0x") || !IsHex(word.substr(2))) return false;
  text.remove_prefix(word.size());
  return true;
}

// Returns the index after the symbols of an operator that begins at `at`, such as "operator()" or "operator<"; `at` if
// there is none.
std::size_t SkipOperator(std::string_view text, std::size_t at) {
  constexpr std::string_view kOperator = "operator";
  if (!text.substr(at).starts_with(kOperator)) return at;
  const std::size_t end = at + kOperator.size();
  if (text.substr(end).starts_with("()")) return end + 2;
  return std::min(text.find_first_not_of("<>=!-+*/&|^~%,[]", end), text.size());
}

// Returns the name in gdb's "name (arguments) at file:line": the text before the first blank and parenthesis that are
// in no brackets. Names can have both, as in "ns::(anonymous namespace)::f(int (*)(int)) (x=1)".
std::string_view NameBeforeArguments(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && text.substr(i).starts_with(" (")) return text.substr(0, i);
    const std::size_t next = SkipOperator(text, i);
    if (next != i) {
      i = next - 1;
    } else if (text[i] == '(' || text[i] == '<') {
      ++depth;
    } else if ((text[i] == ')' || text[i] == '>') && depth > 0) {
      --depth;
    }
  }
  return text;
}

// Returns the name in eu-stack's "- 1 name - /lib/module": the mark of an activation and the module are optional.
std::string_view NameBeforeModule(std::string_view text) {
  text = Trimmed(text);
  if (text == "- 1") return {};
  RemoveStart(text, "- 1 ");
  for (const std::string_view module : {" - /", " - [", " - linux-vdso"}) text = text.substr(0, text.find(module));
  if (text.starts_with("- /") || text.starts_with("- [")) return {};
  return Trimmed(text);
}

std::string_view WithoutCloneSuffix(std::string_view name) {
  for (const std::string_view suffix : {".constprop.", ".isra.", ".part.", ".cold", ".lto_priv."}) {
    const std::size_t at = name.find(suffix);
    if (at != std::string_view::npos && at != 0) name = name.substr(0, at);
  }
  return name;
}

}  // namespace

std::string PlainName(std::string_view name) {
  if (name.empty() || name == ThreadStack::kUnnamed) return std::string(ThreadStack::kUnnamed);
  if (name.front() == '<') return std::string(name);  // gdb's "<signal handler called>"
  // Names in C++ may have an "@" in no place but the version of a linkage name.
  if (name.find_first_of("(<") == std::string_view::npos) name = name.substr(0, name.find('@'));
  const std::string readable = DemangledName(WithoutCloneSuffix(name), DemangleStyle::kAuto, '\0');
  if (const std::optional<std::string> plain = NameBeforeParameters(readable)) return *plain;
  std::string_view core = readable;
  RemoveStart(core, "__GI_");
  const std::size_t letter = std::min(core.find_first_not_of('_'), core.size());
  if (core.substr(letter).starts_with("pthread_")) core.remove_prefix(letter);
  return core.empty() ? std::string(ThreadStack::kUnnamed) : std::string(core);
}

std::optional<FrameLine> ParseFrame(std::string_view line) {
  if (!line.starts_with('#') || line.starts_with("# ")) return std::nullopt;
  line.remove_prefix(1);
  const std::optional<std::uint64_t> number = NumberFrom<std::uint64_t>(TakeWord(line));
  line = Trimmed(line);
  if (!number || line.empty()) return std::nullopt;
  FrameLine frame;
  frame.number = *number;
  const bool has_address = TakeAddress(line);
  if ((!has_address && line.starts_with("0x")) || (has_address && line == " in")) return std::nullopt;
  frame.is_gdb = !has_address || line.starts_with(" in ");
  if (!frame.is_gdb) {
    frame.name = PlainName(NameBeforeModule(line));
    return frame;
  }
  if (has_address) RemoveStart(line, " in ");
  line = Trimmed(line);
  // Every function has arguments, which may be empty, except for gdb's notes such as "<signal handler called>".
  const std::string_view name = line.starts_with('<') ? line : NameBeforeArguments(line);
  if (name.empty() || (name.size() == line.size() && name.front() != '<')) return std::nullopt;
  frame.name = PlainName(name);
  return frame;
}

}  // namespace profdiff
