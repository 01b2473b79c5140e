// SPDX-License-Identifier: GPL-3.0-or-later
// Parses three kinds of lines of perf script, with the fields of `-F comm,pid,tid,time,period,event,ip,sym,symoff,dso`:
//   head    COMM PID[/TID] [CPU] SECONDS.MICROSECONDS: PERIOD EVENT:     CPU, time and period may be missing
//   frame   HEX NAME[+0xOFFSET] (IMAGE)
//   record  [COMM PID[/TID]] [CPU] [SECONDS.MICROSECONDS:] PERF_RECORD_KIND[ lost NUMBER]     with --show-lost-events
// Commands, names and paths may contain blanks, digits, colons and parentheses. Parsing therefore starts at an
// unambiguous part (the time of a head, or the parentheses at the end of a frame) and proceeds from there.
#include "read/profiles/perf_lines.h"

#include <algorithm>
#include <charconv>

#include "base/parse_text.h"
#include "read/file/text_lines.h"

namespace profdiff {
namespace {

constexpr bool IsBlank(char c) { return c == ' ' || c == '\t'; }
constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsHexDigit(char c) { return IsDigit(c) || (c >= 'a' && c <= 'f'); }

// Removes and returns the last word.
std::string_view TakeLastWord(std::string_view& text) {
  text = Trimmed(text);
  std::size_t begin = text.size();
  while (begin > 0 && !IsBlank(text[begin - 1])) --begin;
  const std::string_view word = text.substr(begin);
  text.remove_suffix(word.size());
  return word;
}

std::optional<std::uint64_t> ParseNumber(std::string_view text, int base = 10) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value, base);
  if (text.empty() || result.ptr != end) return std::nullopt;
  return result.ec == std::errc() ? value : ~std::uint64_t{0};  // the maximum if too large: the caller reports an error
}

// True for a process id, such as "12394", or for the ids of a process and a thread, such as "12394/12395".
bool IsThreadNumber(std::string_view word) {
  const std::string_view process = word.substr(0, word.find('/'));
  const auto are_digits = [](std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return IsDigit(c); });
  };
  return are_digits(process) && (process.size() == word.size() || are_digits(word.substr(process.size() + 1)));
}

// True for a processor in a head line, such as "[003]".
bool IsProcessor(std::string_view word) {
  return word.size() > 2 && word.front() == '[' && word.back() == ']' &&
         std::ranges::all_of(word.substr(1, word.size() - 2), [](char c) { return IsDigit(c); });
}

struct Time {
  std::size_t begin, end;  // position of "1970.251996:"
};

// Returns the position of the last time in a head line. Earlier text that looks like a time belongs to the command.
std::optional<Time> FindTime(std::string_view line) {
  for (std::size_t colon = line.rfind(':'); colon != std::string_view::npos && colon > 2;
       colon = line.rfind(':', colon - 1)) {
    std::size_t begin = colon;
    while (begin > 0 && IsDigit(line[begin - 1])) --begin;
    if (begin == colon || begin < 2 || line[begin - 1] != '.') continue;
    const std::size_t dot = --begin;
    while (begin > 0 && IsDigit(line[begin - 1])) --begin;
    const bool is_word =
        (begin == 0 || IsBlank(line[begin - 1])) && (colon + 1 == line.size() || IsBlank(line[colon + 1]));
    if (begin != dot && is_word) return Time{begin, colon + 1};
  }
  return std::nullopt;
}

// Parses the rest of a head line, such as "1001001 cpu-clock:u: REST". Returns true if there is an event. Event names
// can contain colons (modifiers, or tracepoints such as sched:sched_switch) but no blanks: the event is the first word
// that ends in a colon.
bool ParseEvent(std::string_view text, PerfHead& head) {
  std::string_view rest = text;
  std::string_view word = TakeWord(rest);
  std::string_view behind = rest;
  const std::string_view second = TakeWord(behind);
  if (second.size() > 1 && second.ends_with(':')) {
    head.period = ParseNumber(word);
    if (head.period) {
      word = second;
      rest = behind;
    }
  }
  if (word.size() < 2 || !word.ends_with(':')) {
    head.rest = Trimmed(text);
    return false;
  }
  head.event = word.substr(0, word.size() - 1);
  head.rest = Trimmed(rest);
  return true;
}

// Parses a head line without a time: the event is the last word of the line, and ends in a colon.
std::optional<PerfHead> ParseHeadWithoutTime(std::string_view line) {
  PerfHead head;
  const std::string_view event = TakeLastWord(line);
  if (event.size() < 2 || !event.ends_with(':')) return std::nullopt;
  head.event = event.substr(0, event.size() - 1);
  if (ParseNumber(head.event)) return std::nullopt;
  std::string_view before = line;
  const std::string_view number = TakeLastWord(before);
  std::string_view before_number = before;
  const std::string_view ids = TakeLastWord(before_number);
  if (IsThreadNumber(ids) || IsProcessor(ids)) {
    head.period = ParseNumber(number);
    if (head.period) line = before;
  }
  head.thread = Trimmed(line);
  std::string_view thread = head.thread;
  const std::string_view last = TakeLastWord(thread);
  if (IsProcessor(last)) head.thread = Trimmed(thread);
  return IsThreadNumber(last) || IsProcessor(last) ? std::optional(head) : std::nullopt;
}

// Returns the position of the parenthesis that matches the one at the text's end; npos if the parentheses are not
// balanced. Images can contain parentheses themselves: "(/tmp/a (deleted))".
std::size_t FindOpening(std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t at = text.size(); at-- > 0;) {
    if (text[at] == ')') ++depth;
    if (text[at] == '(' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

// Removes the offset from the name of a frame; for example, "app::parse+0x23" becomes "app::parse". Searches from the
// end, because names of operators can contain a "+" too.
std::string_view WithoutOffset(std::string_view name) {
  std::size_t at = name.size();
  while (at > 0 && IsHexDigit(name[at - 1])) --at;
  const bool is_offset = at < name.size() && at >= 3 && name.substr(at - 3, 3) == "+0x";
  return is_offset ? name.substr(0, at - 3) : name;
}

}  // namespace

std::optional<PerfHead> ParsePerfHead(std::string_view line) {
  const std::optional<Time> time = FindTime(line);
  if (!time) return ParseHeadWithoutTime(line);
  PerfHead head;
  std::string_view left = line.substr(0, time->begin);
  head.thread = Trimmed(left);
  const std::string_view last = TakeLastWord(left);
  if (IsProcessor(last)) head.thread = Trimmed(left);
  ParseEvent(line.substr(time->end), head);
  return head;
}

StackThread ParsePerfThread(std::string_view thread) {
  StackThread parsed;
  std::string_view name = thread;
  const std::string_view ids = TakeLastWord(name);
  if (!IsThreadNumber(ids)) {
    parsed.name = thread;
    return parsed;
  }
  parsed.name = Trimmed(name);
  parsed.process = ids.substr(0, ids.find('/'));
  parsed.number = ids.substr(ids.find('/') + 1);  // all of `ids` if there is no slash
  return parsed;
}

std::optional<PerfFrame> ParsePerfFrame(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && IsBlank(line[at])) ++at;
  const std::size_t begin = at;
  while (at < line.size() && IsHexDigit(line[at])) ++at;
  // A source line ("main.c:12") does not begin with a hexadecimal number.
  if (at == begin || (at < line.size() && !IsBlank(line[at]))) return std::nullopt;
  PerfFrame frame;
  std::from_chars(line.data() + begin, line.data() + at, frame.address, 16);
  std::string_view text = Trimmed(line.substr(at));
  if (text.ends_with(')')) {
    // A blank precedes the parentheses of an image. Without a blank, the parentheses contain parameters: "f(int)".
    const std::size_t opening = FindOpening(text);
    if (opening == 0 || (opening != std::string_view::npos && IsBlank(text[opening - 1]))) {
      frame.image = text.substr(opening + 1, text.size() - opening - 2);
      text = Trimmed(text.substr(0, opening));
    }
  }
  frame.is_inlined = frame.image == "inlined";
  if (frame.is_inlined) frame.image = {};
  frame.name = WithoutOffset(text);
  return frame;
}

bool EndsInImage(const PerfFrame& frame) {
  if (!frame.image.empty() || frame.name.find(" (") == std::string_view::npos) return false;
  return std::ranges::count(frame.name, '(') > std::ranges::count(frame.name, ')');
}

std::optional<PerfRecord> ParsePerfRecord(std::string_view line) {
  constexpr std::string_view kMark = "PERF_RECORD_";
  constexpr std::string_view kLost = " lost ";
  const std::size_t mark = line.find(kMark);
  if (mark == std::string_view::npos) return std::nullopt;
  // A command may have such a name, but it is not behind a time or a number.
  std::string_view before = line.substr(0, mark);
  const std::string_view last = TakeLastWord(before);
  if (!last.empty() && !last.ends_with(':') && !IsThreadNumber(last) && !IsProcessor(last)) return std::nullopt;
  if (last.empty() && ParsePerfHead(line)) return std::nullopt;
  PerfRecord record;
  std::string_view rest = line.substr(mark + kMark.size());
  const auto end =
      std::ranges::find_if(rest, [](char c) { return !(c >= 'A' && c <= 'Z') && !IsDigit(c) && c != '_'; });
  record.kind = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(record.kind.size());
  if (!rest.starts_with(kLost)) return record;
  rest.remove_prefix(kLost.size());
  record.lost = ParseNumber(TakeWord(rest)).value_or(0);
  return record;
}

}  // namespace profdiff
