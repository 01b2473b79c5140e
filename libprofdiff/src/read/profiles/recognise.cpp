// SPDX-License-Identifier: GPL-3.0-or-later
// Recognises other profilers' files by a magic number, a line that a certain program writes, a top-level key in JSON,
// or their syntax.
#include "read/profiles/recognise.h"

#include <algorithm>
#include <initializer_list>
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
  explicit FirstLines(const FirstBytes& file) : rest_(file.bytes), is_all_(file.is_all) {}

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

// A member of the outermost object of a JSON text.
struct JsonMember {
  std::string_view key;
  std::string_view value;  // the text from the beginning of the value on; empty if it is not available

  bool IsObject() const { return value.starts_with('{'); }
  bool IsList() const { return value.starts_with('['); }
};

// Finds the members of the outermost object of a JSON text, using only its strings and brackets.
class TopLevelMembers {
 public:
  explicit TopLevelMembers(std::string_view text) : text_(text) {}

  // Returns the next member; nullopt at the end of the available text.
  std::optional<JsonMember> Next() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '{' || c == '[') ++depth_;
      if (c == '}' || c == ']') --depth_;
      if (c != '"') continue;
      const std::string_view key = TakeString();
      const std::size_t next = text_.find_first_not_of(kJsonBlanks, at_);
      if (depth_ != 1 || next == std::string_view::npos || text_[next] != ':') continue;
      const std::size_t value = std::min(text_.find_first_not_of(kJsonBlanks, next + 1), text_.size());
      return JsonMember{key, text_.substr(value)};
    }
    return std::nullopt;
  }

 private:
  static constexpr std::string_view kJsonBlanks = " \t\r\n";

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

enum class JsonProfile : std::uint8_t { kNone, kSpeedscope, kFirefox, kCpuProfile, kDhat };

bool HasOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words,
                             [text](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

bool IsMemberOfSpeedscope(const JsonMember& member) {
  if (member.key == "$schema") return HasOneOf(member.value.substr(0, member.value.find('"', 1)), {"speedscope"});
  if (member.key == "shared") return member.IsObject() && HasOneOf(member.value, {"\"frames\""});
  return member.key == "profiles" && member.IsList() && HasOneOf(member.value, {"\"sampled\"", "\"evented\""});
}

bool IsMemberOfCpuProfile(const JsonMember& member) {
  if (member.key == "nodes") return member.IsList() && HasOneOf(member.value, {"\"callFrame\""});
  if (member.key == "head") return member.IsObject() && HasOneOf(member.value, {"\"functionName\""});
  return member.key == "timeDeltas" && member.IsList();
}

bool IsMemberOfFirefox(const JsonMember& member) {
  if (member.key == "meta") return member.IsObject();
  return (member.key == "libs" || member.key == "threads" || member.key == "counters") && member.IsList();
}

// Recognises each format by any of its keys, because writers may put the keys in any order, and only the beginning of
// the file is available. Other programs use the same keys, so words within the values are looked for, too.
// "traceEvents" is a key of Chrome's traces.
JsonProfile JsonProfileOf(const FirstBytes& file) {
  if (!file.BeginsWithOneOf("{")) return JsonProfile::kNone;
  bool may_be_firefox = false;
  TopLevelMembers members(file.bytes);
  while (const std::optional<JsonMember> member = members.Next()) {
    if (member->key == "traceEvents") return JsonProfile::kNone;
    if (member->key == "dhatFileVersion") return JsonProfile::kDhat;
    if (IsMemberOfCpuProfile(*member)) return JsonProfile::kCpuProfile;
    may_be_firefox = may_be_firefox || IsMemberOfFirefox(*member);
    if (!may_be_firefox && IsMemberOfSpeedscope(*member)) return JsonProfile::kSpeedscope;
  }
  const bool is_firefox =
      may_be_firefox && HasOneOf(file.bytes, {"\"interval\"", "\"preprocessedProfileVersion\"", "\"debugName\"",
                                              "\"stackTable\"", "\"mainThreadIndex\""});
  return is_firefox ? JsonProfile::kFirefox : JsonProfile::kNone;
}

// True for the first keys of Firefox's former performance panel. The list of markers may be longer than the available
// text, which then does not contain the profile.
bool IsFirefoxPanel(const FirstBytes& file) {
  if (!file.BeginsWithOneOf("{")) return false;
  TopLevelMembers members(file.bytes);
  std::optional<JsonMember> member;
  for (const std::string_view key : {"label", "duration", "markers"}) {
    member = members.Next();
    if (!member || member->key != key) return false;
  }
  return member->IsList();
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

// True for a sample type of profile.proto: its fields 1 and 2 are numbers; the last one may be incomplete.
bool MayBeSampleType(std::string_view bytes) {
  constexpr char kType = 1 << 3, kUnit = 2 << 3;  // the tags of numbers
  while (!bytes.empty()) {
    if (bytes.front() != kType && bytes.front() != kUnit) return false;
    bytes.remove_prefix(1);
    if (!TakeVarint(bytes)) return bytes.empty();
  }
  return true;
}

// True if every complete line has a stack and ends in this many numbers, and contains no control characters. If only a
// truncated line is available, it must contain a semicolon, because its numbers are missing, and must not be JSON.
bool HasFoldedLines(const FirstBytes& file, int numbers) {
  FirstLines lines(file);
  bool found = false;
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (IsEmpty(*line)) continue;
    if (std::ranges::any_of(*line, [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; }))
      return false;
    if (lines.is_cut())
      return found || (numbers == 1 && line->find(';') != std::string_view::npos && !line->starts_with("{\""));
    std::optional<FoldedLine> parsed = FoldedLine{*line, {}};
    for (int i = 0; i < numbers && parsed; ++i) parsed = SplitFoldedLine(parsed->stack);
    if (!parsed) return false;
    found = true;
  }
  return found;
}

}  // namespace

bool IsPerfData(const FirstBytes& file) { return file.bytes.starts_with("PERFILE2"); }

// True for the header of gperftools' CPU profiles (described in its documentation, "Google CPU Profiler Binary Data
// File Format"). The header has words of the program's width and byte order: 0, 3 (number of words that follow), 0
// (version), sampling period in microseconds, padding.
bool IsGperftools(const FirstBytes& file) {
  for (const bool big_endian : {false, true}) {
    for (const std::size_t width : {std::size_t{8}, std::size_t{4}}) {
      ByteCursor words(file.bytes, big_endian);
      const bool is_header = words.Number(width) == 0 && words.Number(width) == 3 && words.Number(width) == 0;
      if (is_header && words.Number(width) != 0 && words.ok()) return true;
    }
  }
  return false;
}

bool IsSpeedscope(const FirstBytes& file) { return JsonProfileOf(file) == JsonProfile::kSpeedscope; }
bool IsFirefox(const FirstBytes& file) { return JsonProfileOf(file) == JsonProfile::kFirefox || IsFirefoxPanel(file); }
bool IsCpuProfile(const FirstBytes& file) { return JsonProfileOf(file) == JsonProfile::kCpuProfile; }
bool IsDhat(const FirstBytes& file) { return JsonProfileOf(file) == JsonProfile::kDhat; }

// True for a head line with its first frame. A head alone is not enough: a line of folded stacks could look the same.
bool IsPerfScript(const FirstBytes& file) {
  FirstLines lines(file);
  std::optional<std::string_view> line = lines.Next();
  bool has_record = false;
  for (; line && (IsEmpty(*line) || line->starts_with('#') || ParsePerfRecord(*line)); line = lines.Next()) {
    has_record = has_record || ParsePerfRecord(*line);
  }
  if (!line) return has_record;
  const std::optional<PerfHead> head = ParsePerfHead(*line);
  if (!head) return false;
  if (const auto frame = ParsePerfFrame(head->rest); frame && !frame->image.empty()) return true;
  line = lines.Next();
  if (!line || IsEmpty(*line)) return !head->event.empty();
  const std::optional<PerfFrame> frame = ParsePerfFrame(*line);
  return frame ? lines.is_cut() || frame->is_inlined || !frame->image.empty()
               : ParsePerfHead(*line) && !head->event.empty();
}

bool IsAustin(const FirstBytes& file) { return file.bytes.starts_with("# austin: "); }

// True if the text begins with comments and lines of the form "key: value", and one of them is an "events:" line or a
// comment that begins with "# callgrind format".
bool IsCallgrind(const FirstBytes& file) {
  FirstLines lines(file);
  while (const std::optional<std::string_view> line = lines.Next()) {
    if (line->starts_with("# callgrind format") || line->starts_with("events:")) return true;
    if (IsEmpty(*line) || line->starts_with('#')) continue;
    const std::size_t colon = line->find(':');
    if (colon == std::string_view::npos || line->substr(0, colon).find_first_of(" \t;=(") != std::string_view::npos)
      return false;
  }
  return false;
}

bool IsFolded(const FirstBytes& file) { return HasFoldedLines(file, 1); }
bool IsFoldedDifference(const FirstBytes& file) { return HasFoldedLines(file, 2); }

// True for the fields of profile.proto's outermost message: field 1 contains sample types, and field 6 strings. A tag
// is field << 3 | wire type; the message uses only the wire types 0 (varint) and 2 (length, then bytes). A sample type
// consists of two numbers. Its tags are control characters, so text that begins with an empty line is not such a
// message, although the line feed is the tag of a sample type.
bool IsPprof(const FirstBytes& file) {
  std::string_view bytes = file.bytes;
  constexpr std::uint64_t kLastField = 16;
  constexpr std::uint64_t kTypes = 1U << 3 | 2U, kTexts = 6U << 3 | 2U;
  bool has_types = false, has_texts = false;
  while (!bytes.empty()) {
    const std::optional<std::uint64_t> tag = TakeVarint(bytes);
    if (!tag || *tag >> 3 == 0 || *tag >> 3 > kLastField || ((*tag & 7) != 0 && (*tag & 7) != 2)) return false;
    const std::optional<std::uint64_t> number = TakeVarint(bytes);
    if (!number) return !file.is_all && has_types;
    if ((*tag & 7) == 0) continue;
    const std::string_view field = bytes.substr(0, std::min<std::uint64_t>(*number, bytes.size()));
    if (*tag == kTypes && !MayBeSampleType(field)) return false;
    has_types = has_types || *tag == kTypes;
    has_texts = has_texts || *tag == kTexts;
    if (*number > bytes.size()) return has_types;  // the field is incomplete
    bytes.remove_prefix(field.size());
  }
  return has_types && (has_texts || !file.is_all);
}

}  // namespace profdiff
