// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the text of Austin, a sampler of Python's stacks (README.md of Austin 3; the binary format of version 4 is
// converted to it by mojo2austin). Lines that begin with '#' are comments; "# mode: MODE" is needed. Each other line is
// a sample of one thread, outermost frame first:
//   P<process>;T<thread>;<file>:<function>:<line>;… <number>        T<interpreter>:<thread> from version 3.6 on
// The number is the time since the previous sample in microseconds (modes wall and cpu), or the growth of the resident
// memory in bytes (memory), which is negative if memory was returned. In the mode full, there are three numbers with
// commas: the time, 1 if the thread was idle or else 0, and the memory; mojo2austin writes only the time.
// Lines are no part of functions. With -a, a line is a frame of its own, "L12". Two frames are marks, ":GC:" (garbage
// is being collected) and ":INVALID:" (the stack could not be read). Functions of the kernel have the file "kernel".
// Tests: tests/unit/read/profiles/austin_test.cpp.
#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "base/parse_text.h"
#include "read/file/text_lines.h"
#include "read/profiles/location.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

constexpr std::int64_t kMicrosecond = 1000;  // in ticks

// The numbers of a sample; those that the mode does not have are nullopt.
struct AustinNumbers {
  std::optional<std::int64_t> time, memory;  // in microseconds, in bytes
  bool is_idle = false;
};

enum class AustinMode : std::uint8_t { kUnknown, kWall, kCpu, kMemory, kFull };

// Returns nullopt unless the text has the numbers of the mode.
std::optional<AustinNumbers> NumbersOf(std::string_view text, AustinMode mode) {
  AustinNumbers numbers;
  if (mode == AustinMode::kMemory) {
    numbers.memory = NumberFrom<std::int64_t>(text);
    return numbers.memory ? std::optional(numbers) : std::nullopt;
  }
  numbers.time = NumberFrom<std::int64_t>(TakeUpTo(text, ','));
  const bool has_time = numbers.time && *numbers.time >= 0;
  if (!has_time || text.empty()) return has_time ? std::optional(numbers) : std::nullopt;
  const std::string_view idle = TakeUpTo(text, ',');
  numbers.is_idle = idle == "1";
  numbers.memory = NumberFrom<std::int64_t>(text);
  const bool is_full = mode == AustinMode::kFull && (idle == "0" || idle == "1") && numbers.memory;
  return is_full ? std::optional(numbers) : std::nullopt;
}

bool IsLine(std::string_view frame) {
  return frame.starts_with('L') && NumberFrom<std::uint64_t>(frame.substr(1)).has_value();
}

// Splits "FILE:FUNCTION:LINE". Names of native functions and of files can contain colons: "::", "C:\x.py".
LocatedName SplitFrame(std::string_view frame) {
  if (frame.starts_with(':')) return {frame.substr(1, frame.find(':', 1) - 1), {}};
  if (const std::size_t colon = frame.rfind(':'); NumberFrom<std::uint64_t>(frame.substr(colon + 1))) {
    frame = frame.substr(0, colon);
  }
  for (std::size_t colon = frame.rfind(':'); colon != std::string_view::npos && colon > 0;) {
    if (frame[colon - 1] != ':') {
      const std::string_view file = frame.substr(0, colon);
      return {frame.substr(colon + 1), file == "kernel" ? "[kernel]" : file};
    }
    colon = colon < 2 ? std::string_view::npos : frame.rfind(':', colon - 2);
  }
  return {frame, {}};
}

// `key` is "P7;T8" or "P7;T0:8". A thread can have a name instead of an id.
StackThread ThreadOf(std::string_view key) {
  StackThread thread;
  thread.process = TakeUpTo(key, ';').substr(1);
  const std::string_view id = key.substr(std::max(key.find(':') + 1, std::size_t{1}));
  (NumberFrom<std::uint64_t>(id) ? thread.number : thread.name) = id;
  return thread;
}

class AustinReader {
 public:
  explicit AustinReader(const StackInput& input)
      : input_(input), lines_(input.bytes), frames_(input.options), threads_(input.options) {}

  void Parse() {
    std::string_view line;
    while (lines_.Next(line)) {
      if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
      if (line.starts_with('#')) {
        ParseComment(line);
      } else {
        ParseSample(line);
      }
    }
  }

  StackProfile Finish() { return FinishStacks(input_, events_, threads_, builder_, frames_); }

 private:
  [[noreturn]] void Fail(const std::string& reason, ErrorCode code = ErrorCode::kBadProfile) const {
    throw FileError(input_, code, reason, Place::Line(lines_.number()));
  }

  void ParseComment(std::string_view line) {
    constexpr std::string_view kMode = "# mode: ";
    constexpr std::pair<std::string_view, AustinMode> kModes[] = {{"wall", AustinMode::kWall},
                                                                  {"cpu", AustinMode::kCpu},
                                                                  {"memory", AustinMode::kMemory},
                                                                  {"full", AustinMode::kFull}};
    if (!line.starts_with(kMode)) return;
    const std::string_view name = Trimmed(line.substr(kMode.size()));
    const auto* const mode = std::ranges::find(kModes, name, &std::pair<std::string_view, AustinMode>::first);
    if (mode == std::end(kModes)) {
      Fail("the mode '" + std::string(name.substr(0, 40)) + "' is unknown", ErrorCode::kUnsupported);
    }
    mode_ = mode->second;
  }

  void ParseSample(std::string_view line) {
    if (!lines_.has_feed()) Fail("the file ends within a sample", ErrorCode::kTruncated);
    if (mode_ == AustinMode::kUnknown) Fail("no line '# mode: MODE' precedes the samples");
    const std::size_t thread = line.find(";T"), blank = line.rfind(' ');
    if (!line.starts_with('P') || thread == std::string_view::npos) Fail("neither a comment nor a sample");
    const auto numbers = NumbersOf(line.substr(blank + 1), mode_);
    if (blank == std::string_view::npos || blank < thread || !numbers) Fail("a sample without the numbers of its mode");
    const std::string_view stack = line.substr(0, blank);
    const std::size_t end = std::min(stack.find(';', thread + 1), stack.size());
    Threads::Thread& about = threads_.Find(stack.substr(0, end), ThreadOf);
    ++about.about.samples;
    AddNumbers(*numbers, stack.substr(std::min(end + 1, stack.size())), about.counts);
  }

  void AddNumbers(const AustinNumbers& numbers, std::string_view stack, bool counts) {
    const bool is_busy = mode_ == AustinMode::kCpu || (numbers.time && numbers.memory && !numbers.is_idle);
    if (numbers.time && *numbers.time > std::numeric_limits<std::int64_t>::max() / kMicrosecond) FailOfSize(input_);
    if (numbers.time && mode_ != AustinMode::kCpu) Add("wall", *numbers.time * kMicrosecond, stack, counts);
    if (numbers.time && is_busy) Add("cpu", *numbers.time * kMicrosecond, stack, counts);
    if (numbers.memory) Add("memory", *numbers.memory, stack, counts);
  }

  void Add(std::string_view name, std::int64_t ticks, std::string_view stack, bool counts) {
    const auto event = events_.Find(name, [name] { return EventOf(name); });
    const bool is_sampled = events_.events[*event].is_sampled;
    if (is_sampled) ++events_.events[*event].count;
    if (!counts) return;
    ContextBuilder::Node node = ContextBuilder::Root(*event);
    while (!stack.empty()) {
      const std::string_view frame = TakeUpTo(stack, ';');
      if (IsLine(frame)) continue;
      const LocatedName located = SplitFrame(frame);
      const FunctionId function = frames_.Find(located.name, located.image);
      if (function.valid() && !builder_.Child(node, function, node)) FailOfSize(input_);
    }
    if (!builder_.Add(node, ticks, is_sampled ? 1 : 0)) FailOfSize(input_);
  }

  static StackEvent EventOf(std::string_view name) {
    if (name != "memory") return TimeEvent(std::string(name));
    StackEvent event = CountEvent(std::string(name), "bytes");
    event.is_sampled = false;
    return event;
  }

  const StackInput& input_;
  TextLines lines_;
  Frames frames_;
  Threads threads_;
  Events events_;
  ContextBuilder builder_;
  AustinMode mode_ = AustinMode::kUnknown;
};

}  // namespace

StackProfile ReadAustin(const StackInput& input) { return ReadWith<AustinReader>(input); }

}  // namespace profdiff
