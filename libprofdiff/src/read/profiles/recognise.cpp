// SPDX-License-Identifier: GPL-3.0-or-later
// Most formats have a unique mark: a magic number, a line that a certain program writes, or a top-level key in JSON.
// Folded stacks and pprof's messages can be recognised only by their syntax, and are tried last.
#include "read/profiles/recognise.h"

#include <algorithm>
#include <optional>

#include "base/bytes.h"
#include "base/parse_text.h"
#include "read/profiles/folded_line.h"
#include "read/profiles/perf_lines.h"

namespace profdiff {
namespace {

constexpr std::string_view kLineBlanks = " \t\r";

// The lines at the beginning of a file; the last one may be truncated.
class FirstLines {
 public:
  FirstLines(std::string_view text, bool is_all) : rest_(text), is_all_(is_all) {}

  // Returns the next line; nullopt at the end. Afterwards, is_cut() is true if the returned line may be incomplete.
  std::optional<std::string_view> Next() {
    if (rest_.empty()) return std::nullopt;
    is_cut_ = rest_.find('\n') == std::string_view::npos && !is_all_;
    std::string_view line = TakeUpTo(rest_, '\n');
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
  bool is_cut() const { return is_cut_; }

 private:
  std::string_view rest_;
  bool is_all_;
  bool is_cut_ = false;
};

bool IsEmpty(std::string_view line) { return line.find_first_not_of(kLineBlanks) == std::string_view::npos; }

// True for a head line with its first frame. A head alone is not enough: a line of folded stacks could look the same.
bool IsPerfScript(FirstLines lines) {
  std::optional<std::string_view> line = lines.Next();
  while (line && (IsEmpty(*line) || line->starts_with('#'))) line = lines.Next();
  if (!line) return false;
  const std::optional<PerfHead> head = ParsePerfHead(*line);
  if (!head) return false;
  if (const auto frame = ParsePerfFrame(head->rest); frame && !frame->image.empty()) return true;
  line = lines.Next();
  if (!line || IsEmpty(*line)) return !head->event.empty();
  const std::optional<PerfFrame> frame = ParsePerfFrame(*line);
  return frame ? lines.is_cut() || frame->is_inlined || !frame->image.empty()
               : ParsePerfHead(*line) && !head->event.empty();
}

// True if the text begins with comments and lines of the form "key: value", and one of them is an "events:" line or a
// comment that begins with "# callgrind format".
bool IsCallgrind(FirstLines lines) {
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (line->starts_with("# callgrind format") || line->starts_with("events:")) return true;
    if (IsEmpty(*line) || line->starts_with('#')) continue;
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos || line->substr(0, colon).find_first_of(" \t;=(") != std::string_view::npos)
      return false;
  }
  return false;
}

// True if every complete line ends in a number and contains no control characters. If only a truncated line is
// available, it must contain a semicolon, because its number is missing.
bool IsFolded(FirstLines lines) {
  bool found = false;
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (IsEmpty(*line)) continue;
    if (std::ranges::any_of(*line, [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; }))
      return false;
    if (lines.is_cut()) return found || line->find(';') != std::string_view::npos;
    if (!SplitFoldedLine(*line)) return false;
    found = true;
  }
  return found;
}

// Finds the top-level keys of a JSON text, using only its strings and brackets.
class TopLevelKeys {
 public:
  explicit TopLevelKeys(std::string_view text) : text_(text) {}

  // Returns the next key of the outermost object; nullopt at the end of the available text.
  std::optional<std::string_view> Next() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '{' || c == '[') ++depth_;
      if (c == '}' || c == ']') --depth_;
      if (c != '"') continue;
      const std::string_view text = TakeString();
      const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
      if (depth_ == 1 && next != std::string_view::npos && text_[next] == ':') return text;
    }
    return std::nullopt;
  }

 private:
  std::string_view TakeString() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    const std::size_t end = std::min(at_++, text_.size());
    return text_.substr(begin, end - begin);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Recognises each format by any of its keys, because writers may put the keys in any order. "traceEvents" is a key of
// Chrome traces, which are not profiles.
std::optional<StackFormat> FormatOfJson(std::string_view text) {
  TopLevelKeys keys(text);
  while (const std::optional<std::string_view> key = keys.Next()) {
    if (*key == "$schema" || *key == "shared" || *key == "profiles") return StackFormat::kSpeedscope;
    if (*key == "meta" || *key == "libs" || *key == "threads") return StackFormat::kFirefox;
    if (*key == "nodes" || *key == "timeDeltas") return StackFormat::kCpuProfile;
    if (*key == "traceEvents") return std::nullopt;
  }
  return std::nullopt;
}

// Removes and returns a number in base 128, as used in protocol buffers; nullopt if it is incomplete or too long.
std::optional<std::uint64_t> TakeVarint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

// True for the fields of profile.proto's outermost message: field 1 contains sample types, and field 6 strings. A tag
// is field << 3 | wire type; the message uses only the wire types 0 (varint) and 2 (length, then bytes).
bool IsPprof(std::string_view bytes, bool is_all) {
  constexpr std::uint64_t kLastField = 16;
  bool has_types = false, has_texts = false;
  while (!bytes.empty()) {
    const std::optional<std::uint64_t> tag = TakeVarint(bytes);
    if (!tag || *tag >> 3 == 0 || *tag >> 3 > kLastField || ((*tag & 7) != 0 && (*tag & 7) != 2)) return false;
    const std::optional<std::uint64_t> number = TakeVarint(bytes);
    if (!number) return !is_all && has_types;
    has_types = has_types || *tag == (1U << 3 | 2U);
    has_texts = has_texts || *tag == (6U << 3 | 2U);
    if ((*tag & 7) == 0) continue;
    if (*number > bytes.size()) return has_types;  // the field is incomplete
    bytes.remove_prefix(static_cast<std::size_t>(*number));
  }
  return has_types && (has_texts || !is_all);
}

}  // namespace

// True for the header of gperftools' CPU profiles (described in its documentation, "Google CPU Profiler Binary Data
// File Format"). The header has words of the program's width and byte order: 0, 3 (number of words that follow), 0
// (version), sampling period in microseconds, padding.
bool IsGperftoolsProfile(std::string_view first) {
  for (const bool big_endian : {false, true}) {
    for (const std::size_t width : {std::size_t{8}, std::size_t{4}}) {
      ByteCursor words(first, big_endian);
      const bool is_header = words.Number(width) == 0 && words.Number(width) == 3 && words.Number(width) == 0;
      if (is_header && words.Number(width) != 0 && words.ok()) return true;
    }
  }
  return false;
}

std::optional<StackFormat> RecogniseStacks(std::string_view first, bool is_all) {
  // Programs and gprof's profiles, the arguments of every gprof-style command line, are ruled out by a fast check. The
  // version after "gmon" contains zero bytes, unlike a folded stack of a function whose name begins with gmon.
  const bool is_gmon = first.starts_with("gmon") && first.substr(4, 4).find('\0') != std::string_view::npos;
  if (is_gmon || first.starts_with("\177ELF")) return std::nullopt;
  if (first.starts_with("PERFILE2")) return StackFormat::kPerfData;
  if (IsGperftoolsProfile(first)) return StackFormat::kPprof;
  const std::size_t begin = first.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && first[begin] == '{') return FormatOfJson(first);
  const FirstLines lines(first, is_all);
  if (IsCallgrind(lines)) return StackFormat::kCallgrind;
  if (IsPerfScript(lines)) return StackFormat::kPerfScript;
  // Text can happen to be a valid protocol buffer message, but no such message is valid text.
  if (IsFolded(lines)) return StackFormat::kFolded;
  if (IsPprof(first, is_all)) return StackFormat::kPprof;
  return std::nullopt;
}

}  // namespace profdiff
