// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the Trace Event Format (Google's document of that name): {"traceEvents": [EVENT, …], …}, or only the array,
// whose closing bracket may be missing. An event is an object:
//   ph       B begins a call, E ends the innermost one, X is a complete call, M is metadata; other kinds are skipped
//   name     of the call; it may be missing in E. In M: thread_name, whose args are {"name": NAME}
//   ts, dur  microseconds, with fractions; only X has dur. If any time is negative, all times become relative to the
//            earliest one
//   pid, tid numbers or strings. An event without tid belongs to the process's first thread, which has the process's
//            id, as in files that uftrace writes
//   args     {NAME: VALUE, …}; numbers are kept as arguments of the call
// Events may come in any order.
//
// The text is parsed as it is read, and only a few numbers are kept for each event.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "base/parse_text.h"
#include "read/file/file.h"
#include "read/file/json_parser.h"
#include "read/file/unpacked.h"
#include "read/trace/chrome_events.h"
#include "read/trace/folder.h"
#include "read/trace/join_threads.h"
#include "read/trace/readers.h"

namespace profdiff {
namespace {

constexpr std::uint64_t kLargestTrace = std::uint64_t{1} << 36;  // in bytes, after decompression

// A pid or tid, which is a number or a string. Keys are compared member by member (is_text, number, text): numbers come
// before strings and are sorted by value.
struct Key {
  bool is_text = false;
  std::uint64_t number = 0;
  std::string text;

  explicit Key(const std::string& written) : text(written) {
    const auto value = NumberFrom<std::uint64_t>(written);
    is_text = !value;
    number = value.value_or(0);
  }
  friend auto operator<=>(const Key&, const Key&) = default;  // NOLINT(modernize-use-nullptr): clang-tidy 14 bug
};

struct ThreadEvents {
  std::string name;  // the thread's name in the trace; empty if it has none
  std::vector<ChromeEvent> events;
  std::vector<ChromeValue> values;  // in file order; only with TraceOptions::values
};

// Receives the calls of the JSON parser. Depth, key and a few flags give the position in the document. The objects that
// describe trace events are in a list, which is either the whole document or the member traceEvents.
class EventSink : public JsonSink {
 public:
  EventSink(const Characters& characters, const std::string& path, bool keeps_values, Damages& damages)
      : characters_(characters), path_(path), keeps_values_(keeps_values), damages_(damages) {}

  void Nothing() override { Value(""); }
  void Whole(std::int64_t value) override {
    Value(std::to_string(value));
    Number(value);
  }
  void Large(std::uint64_t value) override { Value(std::to_string(value)); }
  void Real(double value, const std::string& text) override {
    Value(text);
    Number(value);
  }
  void Text(const std::string& text) override { Value(text); }
  void Field(const std::string& name) override {
    // Keys of deeper objects must not replace the key of an event's member.
    if (depth_ == EventDepth() || (depth_ == EventDepth() + 1 && in_event_) || depth_ == 1) key_ = name;
  }

  void StartObject() override {
    ++depth_;
    if (depth_ == 1) is_object_ = true;
    if (depth_ == EventDepth() && in_list_) {
      in_event_ = true;
      fields_ = {};
    }
    in_arguments_ = in_event_ && depth_ == EventDepth() + 1 && key_ == "args";
  }
  void EndObject() override {
    if (in_event_ && depth_ == EventDepth()) {
      in_event_ = false;
      AddEvent();
    }
    --depth_;
    in_arguments_ = false;
  }
  // The list of trace events is the outermost array, or the member traceEvents of the outermost object.
  void StartArray() override {
    ++depth_;
    if (depth_ == EventDepth() - 1 && (depth_ == 1 || key_ == "traceEvents")) in_list_ = true;
    if (in_list_ && is_object_) found_ = true;
  }
  void EndArray() override {
    if (depth_ == EventDepth() - 1) in_list_ = false;
    --depth_;
  }
  void Damaged() override {
    // An interrupted recording has no closing bracket, which the format allows.
    if (characters_.AtEnd() && !is_object_ && in_list_ && !in_event_ && depth_ == 1) return;
    const std::uint64_t offset = characters_.offset();
    const std::string at = " at byte " + std::to_string(offset);
    if (characters_.AtEnd()) {
      Report(ErrorCode::kTruncated, "the text ends" + at + " in the middle of the trace", "what follows");
    } else {
      Report(ErrorCode::kBadTrace, "not valid JSON" + at, "what follows");
    }
  }

  NameTable names;
  NameTable value_names;                                // names of the calls' arguments
  std::map<std::pair<Key, Key>, ThreadEvents> threads;  // by pid and tid
  // Minimum and maximum of 0 and the times of all events, in nanoseconds.
  std::int64_t first_time = 0, last_time = 0;
  bool found_list() const { return found_; }

 private:
  struct Fields {
    std::string phase, name, process, thread, argument;
    std::optional<std::string> time, duration;
    // the numeric arguments of the event
    std::vector<std::pair<std::string, std::variant<std::int64_t, double>>> numbers;
  };

  // Returns the depth of the objects that are events.
  int EventDepth() const { return is_object_ ? 3 : 2; }

  void Report(ErrorCode code, const std::string& reason, const std::string& left_out) {
    damages_.Report(Error(code, path_ + ": " + reason, path_, characters_.offset()), left_out + " is left out");
  }

  void Value(const std::string& text) {
    if (in_arguments_ && depth_ == EventDepth() + 1 && key_ == "name") fields_.argument = text;
    if (!in_event_ || depth_ != EventDepth()) return;
    if (key_ == "ph") fields_.phase = text;
    if (key_ == "name") fields_.name = text;
    if (key_ == "pid") fields_.process = text;
    if (key_ == "tid") fields_.thread = text;
    if (key_ == "ts") fields_.time = text;
    if (key_ == "dur") fields_.duration = text;
  }

  void Number(std::variant<std::int64_t, double> value) {
    constexpr std::size_t kMost = 64;  // maximum number of numeric arguments kept per event
    if (!keeps_values_ || !in_arguments_ || depth_ != EventDepth() + 1 || fields_.numbers.size() == kMost) return;
    fields_.numbers.emplace_back(key_, value);
  }

  void AddValues(ThreadEvents& thread, std::uint64_t offset) {
    for (const auto& number : fields_.numbers) {
      const std::uint32_t argument = value_names.Intern(number.first).id.value + 1;
      thread.values.push_back({offset, argument, number.second});
    }
  }

  // Returns the data of the thread to which the event belongs. It is usually the thread of the previous event.
  ThreadEvents& Thread() {
    if (last_ == nullptr || fields_.process != last_process_ || fields_.thread != last_thread_) {
      last_ = &threads[{Key(fields_.process), Key(fields_.thread)}];
      last_process_ = fields_.process;
      last_thread_ = fields_.thread;
    }
    return *last_;
  }

  void AddEvent() {
    found_ = true;
    if (fields_.thread.empty()) fields_.thread = fields_.process;
    if (fields_.phase == "M" && fields_.name == "thread_name") Thread().name = fields_.argument;
    if (fields_.phase != "B" && fields_.phase != "E" && fields_.phase != "X") return;
    const std::optional<std::int64_t> time = ParseMicroseconds(fields_.time.value_or(""));
    const std::optional<std::int64_t> duration = ParseMicroseconds(fields_.duration.value_or("0"));
    if (!time || !duration || *duration < 0) {
      const std::string where = "event that ends at byte " + std::to_string(characters_.offset());
      return Report(ErrorCode::kBadTrace, where + ": its time is not a number of microseconds", "it");
    }
    // A negative time is stored modulo 2^64 until the first time is known (CountedFrom).
    first_time = std::min(first_time, *time);
    last_time = std::max(last_time, *time);
    ChromeEvent event{static_cast<std::uint64_t>(*time), 0, characters_.offset(), NameId(), ChromeEvent::Kind::kBegin};
    if (fields_.phase == "E") event.kind = ChromeEvent::Kind::kEnd;
    if (fields_.phase == "X") {
      event.kind = ChromeEvent::Kind::kWhole;
      event.duration = static_cast<std::uint64_t>(*duration);
    }
    const bool is_named = event.kind != ChromeEvent::Kind::kEnd || !fields_.name.empty();
    if (is_named) event.name = names.Intern(fields_.name).id;
    ThreadEvents& thread = Thread();
    thread.events.push_back(event);
    if (event.kind != ChromeEvent::Kind::kEnd) AddValues(thread, event.offset);
  }

  const Characters& characters_;
  const std::string& path_;
  const bool keeps_values_;
  Damages& damages_;
  int depth_ = 0;
  bool is_object_ = false;  // true if the whole document is an object, false if it is an array
  bool in_list_ = false;    // true within the list of events
  bool in_event_ = false;
  bool in_arguments_ = false;  // true within the arguments of an event
  bool found_ = false;
  std::string key_;
  Fields fields_;
  ThreadEvents* last_ = nullptr;
  std::string last_process_, last_thread_;
};

std::string LabelOf(const std::pair<Key, Key>& key, const ThreadEvents& thread, bool one_process) {
  std::string label = one_process ? "" : "process " + key.first.text + ", ";
  label += "thread " + key.second.text;
  return thread.name.empty() ? label : label + " (" + thread.name + ")";
}

// Makes times relative to the earliest one, `first_time`. Times below 0 are stored as large unsigned numbers, so the
// subtraction corrects them, too.
std::vector<ChromeEvent> CountedFrom(std::int64_t first_time, std::vector<ChromeEvent> events) {
  if (first_time == 0) return events;
  for (ChromeEvent& event : events) event.time -= static_cast<std::uint64_t>(first_time);
  return events;
}

// Makes the call trees of all threads. Names already have ids, in the order of their first use in the file, so the
// trees may be finished in any order.
Trace MakeTrace(EventSink& sink, const std::string& path, const TraceOptions& options, Damages& damages) {
  std::erase_if(sink.threads, [](const auto& entry) { return entry.second.events.empty(); });
  if (sink.threads.empty()) throw Error(ErrorCode::kBadTrace, path + ": no calls in this trace", path);
  if (static_cast<std::uint64_t>(sink.last_time) - static_cast<std::uint64_t>(sink.first_time) > kMostChromeTime) {
    throw Error(ErrorCode::kBadTrace, path + ": its events are more than 285 years apart", path);
  }
  const bool one_process = sink.threads.begin()->first.first == sink.threads.rbegin()->first.first;
  Trace trace;
  std::vector<ThreadEvents*> events;
  for (auto& [key, thread] : sink.threads) {
    ThreadTrace& made = trace.threads.emplace_back();
    made.number = key.second.number;
    made.label = LabelOf(key, thread, one_process);
    events.push_back(&thread);
  }
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < sink.names.size(); ++i) hashes.push_back(HashName(sink.names.NameOf(NameId(i))));
  struct Made {
    OddLeaves odd;
    Damages damages;
  };
  std::vector<Made> made(events.size(), {{}, {options.salvage, {}}});
  OddLeaves odd;
  auto make = [&](std::size_t i) {
    ChromeTree tree = MakeChromeTree(CountedFrom(sink.first_time, std::move(events[i]->events)), events[i]->values,
                                     hashes, path, made[i].damages);
    trace.threads[i].calls = std::move(tree.calls);
    trace.threads[i].values = std::move(tree.values);
    made[i].odd = tree.odd;
  };
  auto note = [&](std::size_t i) {
    std::ranges::move(made[i].damages.missing, std::back_inserter(damages.missing));
    odd.Add(made[i].odd);
  };
  WorkInOrder(events.size(), options.threads, make, note);
  trace.paths = {path};
  trace.names = sink.names.Take();
  trace.value_names = sink.value_names.Take();
  trace.missing = std::move(damages.missing);
  auto place_of = [](const OddLeaves::Kind& kind) {
    return "event that ends at byte " + std::to_string(kind.position);
  };
  odd.AppendRemarks(path, place_of, trace.remarks);
  return trace;
}

}  // namespace

Trace ReadChromeTrace(const std::string& path, const TraceOptions& options) {
  if (!CanParseJson()) {
    throw Error(ErrorCode::kUnsupported,
                path + ": this build cannot read traces in JSON: it was compiled without nlohmann's json", path);
  }
  FileSource file(path, FileKind::kRegular);
  UnpackedSource source(file, path, kLargestTrace, /*salvage=*/false);
  Characters characters(source);
  // Call trees are made after the whole text has been parsed, because events may come in any order.
  Damages damages{options.salvage, {}};
  EventSink sink(characters, path, options.values, damages);
  if (ParseJson(characters, sink) && !sink.found_list()) {
    throw Error(ErrorCode::kNotATrace, path + ": JSON, but not a trace", path);
  }
  return MakeTrace(sink, path, options, damages);
}

}  // namespace profdiff
