// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the text formats that pprof calls legacy. The first line says what the file has:
//   heap profile: OBJECTS: BYTES [OBJECTS: BYTES] @ KIND/RATE   in use, and allocated in brackets
//   NAME profile: total N                                       Go: goroutine, threadcreate and others
//   --- contention:, --- mutex:, --- contentionz 1 ---          waits for locks
//   --- heapz 1 ---                                             with "format = java"
//   --- threadz 1 ---                                           the stack of each thread
// Lines KEY = VALUE may follow, and then a line for each stack, with addresses, innermost first:
//   OBJECTS: BYTES [OBJECTS: BYTES] @ ADDRESS…    or    [CYCLES] COUNT @ ADDRESS…
// Below it, Go writes a line "#\tADDRESS\tFUNCTION+OFFSET\tFILE:LINE" for each frame, also for inlined ones. Otherwise,
// a map of memory follows all stacks, or with "format = java" a list of addresses with their names.
//
// Heaps are sampled: an allocation of N bytes is recorded with a probability of 1 - exp(-N / RATE), except for the kind
// "heapprofile", which has all. Numbers are divided by it, and bytes and objects have no fractions, as in pprof.
// Sources: gperftools' documentation of heap profiles, Go's runtime/pprof, the documentation of pprof's legacy formats.
// Tests: tests/unit/read/legacy/pprof_text_test.cpp.
#include "read/legacy/pprof_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/parse_text.h"
#include "read/file/text_lines.h"
#include "read/legacy/address_map.h"

namespace profdiff {
namespace {

enum class TextKind : std::uint8_t { kUnknown, kHeap, kCounts, kLocks, kJavaHeap, kThreads };

constexpr double kJavaRate = 524288;  // bytes, which files of Java do not state
constexpr std::string_view kHeap = "heap profile:", kTotal = " profile: total ";

TextKind KindOf(std::string_view line) {
  if (line.starts_with(kHeap)) return TextKind::kHeap;
  if (line.starts_with("--- contention") || line.starts_with("--- mutex:")) return TextKind::kLocks;
  if (line.starts_with("--- heapz ")) return TextKind::kJavaHeap;
  if (line.starts_with("--- threadz ")) return TextKind::kThreads;
  const std::size_t total = line.find(kTotal);
  const bool is_count = total != std::string_view::npos && total != 0 &&
                        NumberFrom<std::uint64_t>(Trimmed(line.substr(total + kTotal.size()))).has_value();
  return is_count ? TextKind::kCounts : TextKind::kUnknown;
}

// A line with values and addresses.
struct StackLine {
  std::array<double, 4> values = {};  // by event
  std::vector<std::uint64_t> addresses;
};

class PprofTextReader {
 public:
  explicit PprofTextReader(const StackInput& input)
      : input_(input), lines_(input.bytes), frames_(input.options), threads_(input.options) {}

  void Parse() {
    std::string_view line;
    if (!lines_.Next(line)) return;
    kind_ = KindOf(line);
    ParseHead(line);
    while (lines_.Next(line)) ParseLine(line);
    EndStack();
    EndThread();
    AddStacks();
  }

  StackProfile Finish() {
    StackProfile profile;
    profile.events = events_;
    profile.threads = threads_.Take();
    return FinishStacks(input_, std::move(profile), builder_, frames_, preferred_, WithoutValues::kAreRead);
  }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw FileError(input_, ErrorCode::kBadProfile, reason, Place::Line(lines_.number()));
  }

  void ParseHead(std::string_view line) {
    switch (kind_) {
      case TextKind::kHeap:
        AddHeapEvents();
        return ParseRate(line);
      case TextKind::kCounts:
        events_ = {CountEvent(std::string(line.substr(0, line.find(kTotal))), "count")};
        return;
      case TextKind::kLocks:
        events_ = {CountEvent("contentions", "count"), WithoutSamples(TimeEvent("delay"))};
        preferred_ = 1;
        return;
      case TextKind::kJavaHeap:
        AddHeapEvents();
        rate_ = kJavaRate;
        return;
      case TextKind::kThreads:
        events_ = {CountEvent("thread", "count")};
        return;
      case TextKind::kUnknown:
        Fail("a first line that says nothing of the file");
    }
  }

  static StackEvent WithoutSamples(StackEvent event) {
    event.is_sampled = false;
    return event;
  }

  void AddHeapEvents() {
    for (const char* name : {"inuse_objects", "inuse_space", "alloc_objects", "alloc_space"}) {
      const bool is_space = std::string_view(name).ends_with("space");
      events_.push_back(WithoutSamples(CountEvent(name, is_space ? "bytes" : "count")));
    }
    preferred_ = 1;
  }

  // Parses "… @ heap/1048576". Go writes twice the rate.
  void ParseRate(std::string_view line) {
    const std::size_t at = line.find('@');
    if (at == std::string_view::npos) return;
    std::string_view text = Trimmed(line.substr(at + 1));
    const std::string_view kind = TakeUpTo(text, '/');
    const std::optional<double> rate = NumberFrom<double>(text);
    if (kind == "heapprofile" || kind == "growthz" || !rate) return;
    rate_ = kind == "heap" ? *rate / 2 : *rate;
  }

  void ParseLine(std::string_view line) {
    if (line.starts_with('#')) return ParseGoFrame(line.substr(1));
    const std::string_view text = Trimmed(line);
    if (text.empty()) return EndStack();
    if (text == "MAPPED_LIBRARIES:" || text == "--- Memory map: ---") {
      EndStack();
      EndThread();
      in_map_ = true;
      return;
    }
    if (in_map_) return ParseMapping(text);
    if (kind_ == TextKind::kThreads) return ParseOfThread(text);
    if (text.find('@') != std::string_view::npos) return ParseStack(text);
    if (text.starts_with("0x")) return ParseName(text);
    ParseKey(text);
  }

  // gperftools writes "build=PATH" into maps, which stands for "$build" in them.
  void ParseMapping(std::string_view text) {
    if (!map_.AddMapping(text) && text.find('=') == std::string_view::npos) Fail("no line of a memory map");
  }

  void ParseName(std::string_view text) {
    if (!map_.AddName(text)) Fail("an address without a name");
  }

  void ParseKey(std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) Fail("neither a stack nor a value of the whole file");
    const std::string_view key = Trimmed(text.substr(0, equals)), value = Trimmed(text.substr(equals + 1));
    const std::optional<double> number = NumberFrom<double>(value);
    if (key == "cycles/second" && number && *number > 0) ticks_per_cycle_ = 1e9 / *number;
    if (key == "sampling period" && number) period_ = *number;
    if (key == "resolution") ticks_per_cycle_ = EventOfUnit("delay", value).ticks;
  }

  void ParseStack(std::string_view text) {
    EndStack();
    StackLine stack;
    std::string_view numbers = text.substr(0, text.find('@')), rest = text.substr(numbers.size() + 1);
    if (!ParseNumbers(numbers, stack)) Fail("numbers that are not those of the first line");
    for (std::string_view word = TakeWord(rest); !word.empty(); word = TakeWord(rest)) {
      const std::optional<std::uint64_t> address = AddressFrom(word);
      if (!address) Fail("'" + std::string(word.substr(0, 40)) + "' is no address");
      stack.addresses.push_back(*address);
    }
    open_ = std::move(stack);
  }

  bool ParseNumbers(std::string_view text, StackLine& stack) const {
    std::vector<double> numbers;
    std::string separated(text);
    std::ranges::replace_if(
        separated, [](char c) { return c == ':' || c == '[' || c == ']'; }, ' ');
    std::string_view rest = separated;
    for (std::string_view word = TakeWord(rest); !word.empty(); word = TakeWord(rest)) {
      const std::optional<double> number = NumberFrom<double>(word);
      if (!number || !(*number >= 0)) return false;
      numbers.push_back(*number);
    }
    if (kind_ == TextKind::kCounts) {
      if (numbers.size() != 1) return false;
      stack.values[0] = numbers[0];
    } else if (kind_ == TextKind::kHeap) {
      if (numbers.size() != 4) return false;
      SetHeap(numbers[0], numbers[1], 0, stack);
      SetHeap(numbers[2], numbers[3], 2, stack);
    } else {
      if (numbers.size() != 2) return false;
      stack.values[0] = numbers[1];
      stack.values[1] = numbers[0];
      if (kind_ == TextKind::kJavaHeap) SetHeap(numbers[1], numbers[0], 0, stack);
    }
    return true;
  }

  // Sets the objects and the bytes of a stack, as they are without sampling.
  void SetHeap(double objects, double bytes, std::size_t event, StackLine& stack) const {
    const double sampled = objects > 0 && bytes > 0 && rate_ > 1 ? 1 - std::exp(-bytes / objects / rate_) : 1;
    stack.values[event] = std::floor(objects / sampled);
    stack.values[event + 1] = std::floor(bytes / sampled);
  }

  // Parses "ADDRESS\tFUNCTION+OFFSET\tFILE:LINE" behind the "#"; other comments are statistics of the runtime.
  void ParseGoFrame(std::string_view line) {
    if (!open_ || !AddressFrom(TakeWord(line))) return;
    std::string_view name = Trimmed(line);
    name = name.substr(0, name.find('\t'));
    const std::size_t plus = name.rfind("+0x");
    named_.push_back(frames_.Find(Trimmed(name.substr(0, plus)), ""));
  }

  // Names of addresses come at the end of the file, so stacks with addresses are kept until then.
  void EndStack() {
    if (!open_) return;
    if (named_.empty()) {
      stacks_.push_back(std::move(*open_));
    } else {
      AddStack(open_->values, [this](ContextBuilder::Node node) { return NodeOfNamed(node); });
    }
    named_.clear();
    open_.reset();
  }

  void AddStacks() {
    for (const StackLine& stack : stacks_) {
      named_.clear();
      for (const std::uint64_t address : stack.addresses) {
        named_.push_back(map_.Find(address, frames_, input_.options.find_function));
      }
      AddStack(stack.values, [this](ContextBuilder::Node node) { return NodeOfNamed(node); });
    }
  }

  ContextBuilder::Node NodeOfNamed(ContextBuilder::Node node) {
    for (std::size_t i = named_.size(); i-- > 0;) node = ChildOf(node, named_[i]);
    return node;
  }

  ContextBuilder::Node ChildOf(ContextBuilder::Node node, FunctionId function) {
    if (function.valid() && !builder_.Child(node, function, node)) FailOfSize(input_);
    return node;
  }

  template <class NodeOf>
  void AddStack(const std::array<double, 4>& values, const NodeOf& node_of) {
    for (std::size_t e = 0; e < events_.size(); ++e) {
      const double value = Scaled(values, e);
      if (value == 0) continue;
      const std::optional<std::int64_t> ticks = ToTicks(std::round(value), 1);
      if (!ticks) FailOfSize(input_);
      const bool is_sampled = events_[e].is_sampled;
      const std::uint64_t samples = is_sampled ? static_cast<std::uint64_t>(*ticks) : 0;
      events_[e].count += samples;
      if (!builder_.Add(node_of(ContextBuilder::Root(e)), *ticks, samples)) FailOfSize(input_);
    }
  }

  // Returns the value of an event in ticks.
  double Scaled(const std::array<double, 4>& values, std::size_t event) const {
    if (kind_ != TextKind::kLocks) return values[event];
    return values[event] * period_ * (event == 1 ? ticks_per_cycle_ : 1);
  }

  // Parses "--- Thread 7f79 (name: main/14748) stack: ---", "PC: 0x40: main", "0x40: main", "PC: 0x40 0x50 …" without
  // names, "[same as previous thread]", "creator: 0x40…".
  void ParseOfThread(std::string_view text) {
    if (text.starts_with("--- Thread ")) {
      EndThread();
      const std::size_t name = text.find("(name: ");
      const std::string_view about = name == std::string_view::npos ? "" : text.substr(name + 7);
      thread_ = about.substr(0, about.find(')'));
    } else if (text.starts_with("[same as previous thread]")) {
      named_ = previous_;
      addresses_ = previous_addresses_;
    } else if (!text.starts_with("creator:")) {
      if (!thread_) Fail("no line of a thread's stack");
      if (text.starts_with("PC:")) text = Trimmed(text.substr(3));
      const std::size_t colon = text.find(": ");
      colon == std::string_view::npos ? ParseAddresses(text)
                                      : ParseNamed(text.substr(0, colon), Trimmed(text.substr(colon + 2)));
    }
  }

  void ParseNamed(std::string_view address, std::string_view name) {
    if (!AddressFrom(address)) Fail("no line of a thread's stack");
    named_.resize(named_.size() + addresses_.size(), frames_.Find("", ""));  // addresses before the first name
    addresses_.clear();
    named_.push_back(frames_.Find(name, ""));
  }

  void ParseAddresses(std::string_view text) {
    for (std::string_view word = TakeWord(text); !word.empty(); word = TakeWord(text)) {
      const std::optional<std::uint64_t> address = AddressFrom(word);
      if (!address) Fail("no line of a thread's stack");
      named_.empty() ? addresses_.push_back(*address) : named_.push_back(frames_.Find("", ""));
    }
  }

  void EndThread() {
    if (!thread_) return;
    const std::string_view text = *thread_;
    const std::size_t slash = text.rfind('/');
    Threads::Thread& thread = threads_.Find(text, [&](std::string_view) {
      const bool has_number = slash != std::string_view::npos;
      return StackThread{std::string(text.substr(0, slash)), "", std::string(has_number ? text.substr(slash + 1) : ""),
                         0};
    });
    ++thread.about.samples;
    if (thread.counts && !addresses_.empty()) {
      stacks_.push_back({{1}, addresses_});
    } else if (thread.counts) {
      AddStack({1}, [this](ContextBuilder::Node node) { return NodeOfNamed(node); });
    }
    previous_ = std::exchange(named_, {});
    previous_addresses_ = std::exchange(addresses_, {});
    thread_.reset();
  }

  const StackInput& input_;
  TextLines lines_;
  Frames frames_;
  Threads threads_;
  ContextBuilder builder_;
  AddressMap map_;
  TextKind kind_ = TextKind::kUnknown;
  std::vector<StackEvent> events_;
  std::size_t preferred_ = 0;
  double rate_ = 0;  // bytes between recorded allocations, on average; 0 if all are recorded
  double period_ = 1, ticks_per_cycle_ = 1;
  bool in_map_ = false;
  std::vector<StackLine> stacks_;         // those without names
  std::optional<StackLine> open_;         // the last one, whose names may follow
  std::vector<FunctionId> named_;         // its functions, innermost first
  std::optional<std::string> thread_;     // the open thread of threadz
  std::vector<std::uint64_t> addresses_;  // its stack, if it has no names
  std::vector<FunctionId> previous_;      // the stack of the thread before it
  std::vector<std::uint64_t> previous_addresses_;
};

}  // namespace

bool IsPprofText(const FirstBytes& file) {
  std::string_view line = file.bytes.substr(0, file.bytes.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return KindOf(line) != TextKind::kUnknown;
}

StackProfile ReadPprofText(const StackInput& input) { return ReadWith<PprofTextReader>(input); }

}  // namespace profdiff
