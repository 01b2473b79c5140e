// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the Trace Event Format (Google's document of that name): {"traceEvents": [EVENT, …], …}, or only the array,
// whose closing bracket may be missing. An event is an object:
//   ph       B begins a call, E ends the innermost one, X is a complete call; b and e begin and end an asynchronous
//            call; M is metadata; other kinds are counted and left out
//   name     of the call; it may be missing in E. In M: process_name and thread_name, whose args are {"name": NAME}
//   cat, id  of an asynchronous call: b and e with the same ones and the same pid are a stream, in which calls are
//            nested. The id may also be {"local": ID} or {"global": ID} in the member id2
//   ts, dur  microseconds, with fractions; only X has dur. If any time is negative, all times become relative to the
//            earliest one
//   pid, tid numbers or strings. An event without tid belongs to the process's first thread, which has the process's
//            id, as in files that uftrace writes
//   args     {NAME: VALUE, …}; numbers are kept as arguments of the call; a text called "detail" is a part of the
//            call's name; "file" and "line" are where the function is defined, as are .file and .line beside args
// Events may come in any order.
//
// Conventions of some producers are in chrome_producers.h.
//
// The text is parsed as it is read, and only a few numbers are kept for each event.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/in_order.h"
#include "base/parse_text.h"
#include "read/file/file.h"
#include "read/file/inflate.h"
#include "read/file/json_numbers.h"
#include "read/file/json_parser.h"
#include "read/file/unpacked.h"
#include "read/trace/chrome_events.h"
#include "read/trace/chrome_lanes.h"
#include "read/trace/chrome_producers.h"
#include "read/trace/chrome_threads.h"
#include "read/trace/folder.h"
#include "read/trace/join_threads.h"
#include "read/trace/left_out_events.h"
#include "read/trace/readers.h"
#include "read/trace/source_lines.h"
#include "values/value_names.h"

namespace profdiff {
namespace {

// Receives the calls of the JSON parser. Depth, key and a few flags give the position in the document. The objects that
// describe trace events are in a list, which is either the whole document or the member traceEvents.
class EventSink : public JsonSink {
 public:
  EventSink(const Characters& characters, const std::string& path, const TraceOptions& options, Damages& damages)
      : characters_(characters), path_(path), options_(options), damages_(damages) {}

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
  void Text(const std::string& text) override {
    Value(text);
    if (options_.texts) Argument(std::int64_t{1}, text.size() > kLongestText ? "" : text);
  }
  void Field(const std::string& name) override {
    // Keys of deeper objects must not replace the key of an event's member.
    if (depth_ == EventDepth() || (depth_ == EventDepth() + 1 && in_event_) || depth_ == 1) key_ = name;
    if (is_object_ && !in_list_ && depth_ <= 2) signs.SeeKey(name);
  }

  void StartObject() override {
    ++depth_;
    if (depth_ == 1) is_object_ = true;
    if (depth_ == EventDepth() && in_samples_) left_out.Add("P");
    if (depth_ == EventDepth() && in_list_) {
      in_event_ = true;
      fields_ = {};
    }
    in_arguments_ = in_event_ && depth_ == EventDepth() + 1 && key_ == "args";
    in_id_ = in_event_ && depth_ == EventDepth() + 1 && key_ == "id2";
  }
  void EndObject() override {
    if (in_event_ && depth_ == EventDepth()) {
      in_event_ = false;
      AddEvent();
    }
    --depth_;
    in_arguments_ = in_id_ = false;
  }
  // The list of trace events is the outermost array, or the member traceEvents of the outermost object.
  void StartArray() override {
    ++depth_;
    if (depth_ == EventDepth() - 1 && (depth_ == 1 || key_ == "traceEvents")) in_list_ = true;
    if (in_list_ && is_object_) found_ = true;
    if (is_object_ && depth_ == 2) in_samples_ = key_ == "samples";
  }
  void EndArray() override {
    if (depth_ == EventDepth() - 1) in_list_ = in_samples_ = false;
    --depth_;
  }
  void Damaged(const std::string& token) override {
    ends_in_word_ = BeginsNotANumber(token);
    if (ends_in_word_) return;
    // An interrupted recording has no closing bracket, which the format allows.
    if (characters_.AtEnd() && !is_object_ && in_list_ && !in_event_ && depth_ == 1) return;
    const std::uint64_t offset = characters_.offset();
    const std::string at = " at byte " + std::to_string(offset);
    if (characters_.AtEnd()) {
      Report(ErrorCode::kTruncated, "the text ends" + at + " in the middle of the trace", Place::Byte(offset),
             "what follows");
    } else {
      Report(ErrorCode::kBadTrace, "not valid JSON" + at, Place::Byte(offset), "what follows");
    }
  }

  NameTable names;
  SourceLines lines;
  ValueNames value_names;  // names of the calls' arguments
  std::map<ChromeThreadKey, ChromeThread> threads;
  std::map<ChromeStreamKey, ChromeStream> streams;
  std::map<ChromeKey, std::string> processes;  // names of processes, by pid
  LeftOutEvents left_out;
  ProducerSigns signs;
  // Minimum and maximum of 0 and the times of all events, in nanoseconds.
  std::int64_t first_time = 0, last_time = 0;
  bool found_list() const { return found_; }
  // True if the parser failed at NaN or Infinity (see JsonNumbers).
  bool ends_in_word() const { return ends_in_word_; }

 private:
  // An argument of an event: a number, or a text and 1.
  struct ChromeArgument {
    std::string name;
    std::variant<std::int64_t, double> value;
    std::optional<std::string> text = {};
  };
  struct Fields {
    std::string phase, name, process, thread, argument, category, id, detail, file, line;
    std::optional<std::string> time, duration;
    std::vector<ChromeArgument> arguments;
  };

  using Members = std::pair<std::string_view, std::string Fields::*>;
  static constexpr Members kArguments[] = {
      {"name", &Fields::argument}, {"detail", &Fields::detail}, {"file", &Fields::file}, {"line", &Fields::line}};
  static constexpr Members kMembers[] = {
      {"ph", &Fields::phase},     {"name", &Fields::name}, {"pid", &Fields::process}, {"tid", &Fields::thread},
      {"cat", &Fields::category}, {"id", &Fields::id},     {".file", &Fields::file},  {".line", &Fields::line}};
  void Keep(std::span<const Members> members, const std::string& text) {
    const auto member = std::ranges::find(members, std::string_view(key_), &Members::first);
    if (member != members.end()) fields_.*(member->second) = text;
  }

  // Returns the depth of the objects that are events.
  int EventDepth() const { return is_object_ ? 3 : 2; }

  void Report(ErrorCode code, const std::string& reason, const Place& place, const std::string& what) {
    damages_.Report(Error(code, reason, path_, place), what + " is left out");
  }

  void Value(const std::string& text) {
    if (in_arguments_ && depth_ == EventDepth() + 1) return Keep(kArguments, text);
    if (in_id_) fields_.id = key_ + " " + text;
    if (!in_event_ || depth_ != EventDepth()) return;
    Keep(kMembers, text);
    if (key_ == "ts") fields_.time = text;
    if (key_ == "dur") fields_.duration = text;
  }

  void Number(std::variant<std::int64_t, double> value) { Argument(value, std::nullopt); }

  void Argument(std::variant<std::int64_t, double> value, const std::optional<std::string>& text) {
    constexpr std::size_t kMost = 64;  // maximum number of arguments kept per event
    if (!options_.values || !in_arguments_ || depth_ != EventDepth() + 1 || fields_.arguments.size() == kMost) return;
    fields_.arguments.push_back({key_, value, text});
  }

  void AddValues(ChromeThread& thread, std::uint64_t offset) {
    for (const ChromeArgument& each : fields_.arguments) {
      const std::uint32_t argument =
          each.text ? value_names.NumberOf(each.name, *each.text) : value_names.NumberOf(each.name);
      thread.values.push_back({offset, argument, each.value});
    }
  }

  // Returns the data of the thread to which the event belongs. It is usually the thread of the previous event.
  ChromeThread& Thread() {
    if (last_ == nullptr || fields_.process != last_process_ || fields_.thread != last_thread_) {
      last_ = &threads[{ChromeKey(fields_.process), ChromeKey(fields_.thread)}];
      last_process_ = fields_.process;
      last_thread_ = fields_.thread;
    }
    return *last_;
  }

  void AddMetadata() {
    const std::string name(Trimmed(fields_.argument));
    if (fields_.name == "thread_name") Thread().name = name;
    if (fields_.name == "process_name") processes[ChromeKey(fields_.process)] = name;
  }

  void AddEvent() {
    found_ = true;
    if (fields_.thread.empty()) fields_.thread = fields_.process;
    if (fields_.phase == "M") return AddMetadata();
    const std::optional<ChromeEvent::Kind> kind = CallKindOf(fields_.phase);
    if (!kind) return left_out.Add(fields_.phase);
    const std::optional<std::int64_t> time = ParseMicroseconds(fields_.time.value_or(""));
    const std::optional<std::int64_t> duration = ParseMicroseconds(fields_.duration.value_or("0"));
    if (!time || !duration || *duration < 0) {
      return Report(ErrorCode::kBadTrace, "its time is not a number of microseconds", EventPlace(characters_.offset()),
                    "it");
    }
    // A negative time is stored modulo 2^64 until the first time is known (CountedFrom).
    first_time = std::min(first_time, *time);
    last_time = std::max(last_time, *time);
    ChromeEvent event{static_cast<std::uint64_t>(*time), 0, characters_.offset(), NameId(), *kind};
    if (*kind == ChromeEvent::Kind::kWhole) event.duration = static_cast<std::uint64_t>(*duration);
    if (*kind != ChromeEvent::Kind::kEnd || !fields_.name.empty()) event.name = Name();
    left_out.AddUsed();
    signs.SeeCategories(fields_.category);
    if (fields_.phase == "b" || fields_.phase == "e") return AddAsync(event);
    ChromeThread& thread = Thread();
    thread.events.push_back(event);
    if (*kind != ChromeEvent::Kind::kEnd) AddValues(thread, event.offset);
  }

  void AddAsync(const ChromeEvent& event) {
    const auto [stream, is_new] = streams.try_emplace({ChromeKey(fields_.process), fields_.category, fields_.id},
                                                      ChromeStream{ChromeKey(fields_.thread), {}});
    stream->second.events.push_back(event);
  }

  // The end of a call that B began repeats its name, but not its arguments.
  NameId Name() {
    const bool has_detail = options_.details && !fields_.detail.empty() && fields_.phase != "B" && fields_.phase != "E";
    signs.SeeName(fields_.name);
    const NameId id = names.Intern(has_detail ? fields_.name + ": " + fields_.detail : fields_.name).id;
    lines.Add(id, fields_.file, NumberFrom<std::uint32_t>(fields_.line).value_or(0));
    return id;
  }

  const Characters& characters_;
  const std::string& path_;
  const TraceOptions& options_;
  Damages& damages_;
  int depth_ = 0;
  bool is_object_ = false;   // true if the whole document is an object, false if it is an array
  bool in_list_ = false;     // true within the list of events
  bool in_samples_ = false;  // true within the list of samples, which may follow the events
  bool in_event_ = false;
  bool in_arguments_ = false;  // true within the arguments of an event
  bool in_id_ = false;         // true within the member id2 of an event
  bool found_ = false;
  bool ends_in_word_ = false;
  std::string key_;
  Fields fields_;
  ChromeThread* last_ = nullptr;
  std::string last_process_, last_thread_;
};

// Calls that are nested in each other: a thread, a lane of a thread, or a lane of asynchronous calls.
struct Row {
  ThreadTrace thread;  // without calls
  ChromeEvents events;
  const std::vector<ChromeValue>* values = nullptr;
};

std::string ProcessLabel(const EventSink& sink, const ChromeKey& process) {
  const auto named = sink.processes.find(process);
  return "process " + process.text + (named == sink.processes.end() ? "" : " (" + named->second + ")");
}

ThreadTrace ThreadOf(const EventSink& sink, const ChromeThreadKey& key, const std::string& name, bool one_process) {
  ThreadTrace thread;
  thread.number = key.second.number;
  thread.label = one_process ? "" : ProcessLabel(sink, key.first) + ", ";
  thread.label += "thread " + key.second.text + (name.empty() ? "" : " (" + name + ")");
  const auto process = sink.processes.find(key.first);
  if (process != sink.processes.end() || !name.empty()) {
    thread.name = (process == sink.processes.end() ? "" : process->second) + "/" + name;
  }
  return thread;
}

// True for a producer's sums over calls, each in a thread of its own.
bool IsTotal(const EventSink& sink, const ChromeThread& thread) {
  return std::ranges::all_of(thread.events, [&sink](const ChromeEvent& event) {
    return event.name.valid() && sink.names.NameOf(event.name).starts_with("Total ");
  });
}

// Moves sums from the threads to a list, in order of name.
std::vector<TraceSum> TakeTotals(EventSink& sink) {
  std::vector<TraceSum> sums;
  std::erase_if(sink.threads, [&](const auto& entry) {
    const bool is_total = IsTotal(sink, entry.second);
    for (std::size_t i = 0; is_total && i < entry.second.events.size(); ++i) {
      const ChromeEvent& event = entry.second.events[i];
      sums.push_back({sink.names.NameOf(event.name), event.duration});
    }
    return is_total;
  });
  std::ranges::sort(sums, {}, &TraceSum::name);
  return sums;
}

// Moves asynchronous calls to their threads.
void JoinThreads(EventSink& sink) {
  for (auto& [key, stream] : sink.streams) {
    AsyncCalls joined = JoinAsyncEvents(std::move(stream.events));
    sink.left_out.Take("async", joined.unpaired);
    if (joined.calls.empty()) continue;
    ChromeEvents& events = sink.threads[{key.process, stream.thread}].events;
    events.insert(events.end(), joined.calls.begin(), joined.calls.end());
  }
  sink.streams.clear();
}

// The calls of streams, by process, kind and outermost name. The kind is "async", "async: CATEGORY", or the name of a
// pool of threads.
using StreamGroups = std::map<std::tuple<ChromeKey, std::string, std::uint32_t>, std::vector<ChromeEvents>>;

void GroupStreams(EventSink& sink, StreamGroups& groups) {
  for (auto& [key, stream] : sink.streams) {
    CountFrom(sink.first_time, stream.events);
    AsyncCalls joined = JoinAsyncEvents(std::move(stream.events));
    sink.left_out.Take("async", joined.unpaired);
    if (joined.calls.empty()) continue;
    const std::string kind = "async " + (key.category.empty() ? "" : key.category + ": ");
    groups[{key.process, kind, joined.calls.front().name.value}].push_back(std::move(joined.calls));
  }
}

// Moves the outermost calls of a producer's pool of threads: chance decides which thread makes a call.
void GroupPool(EventSink& sink, std::string_view pool, StreamGroups& groups) {
  const auto is_whole = [](const ChromeEvent& event) { return event.kind == ChromeEvent::Kind::kWhole; };
  for (auto& [key, thread] : sink.threads) {
    if (!thread.name.starts_with(pool) || !std::ranges::all_of(thread.events, is_whole)) continue;
    CountFrom(sink.first_time, thread.events);
    SortChromeEvents(thread.events);
    for (ChromeEvents& call : OutermostCalls(thread.events)) {
      groups[{key.first, std::string(pool) + ": ", call.front().name.value}].push_back(std::move(call));
    }
    thread.events.clear();
  }
  std::erase_if(sink.threads, [](const auto& entry) { return entry.second.events.empty(); });
}

// Appends lanes: each has calls of one group.
void AppendGroups(const EventSink& sink, bool one_process, StreamGroups groups, std::vector<Row>& rows) {
  for (auto& [key, streams] : groups) {
    const auto& [process, kind, name] = key;
    std::size_t number = 0;
    for (ChromeEvents& lane : JoinIntoLanes(std::move(streams))) {
      const std::string title =
          kind + sink.names.NameOf(NameId(name)) + (++number > 1 ? " " + std::to_string(number) : "");
      Row& row = rows.emplace_back();
      row.thread.label = (one_process ? "" : ProcessLabel(sink, process) + ", ") + title;
      const auto named = sink.processes.find(process);
      row.thread.name = (named == sink.processes.end() ? "" : named->second) + "/" + title;
      row.events = std::move(lane);
    }
  }
}

// Divides a thread into lanes if it shows several streams at once; otherwise its row stays as it is.
void AppendRowsOfThread(Row row, std::vector<Row>& rows) {
  SortChromeEvents(row.events);
  if (!RunSideBySide(row.events)) return rows.push_back(std::move(row));
  std::size_t number = 0;
  for (ChromeEvents& lane : DivideIntoLanes(row.events)) {
    const std::string suffix = ", lane " + std::to_string(++number);
    Row& part = rows.emplace_back();
    part.thread = row.thread;
    part.thread.label += suffix;
    if (!part.thread.name.empty()) part.thread.name += suffix;
    part.events = std::move(lane);
    part.values = row.values;
  }
}

std::vector<Row> MakeRows(EventSink& sink, std::vector<TraceSum>& sums) {
  std::erase_if(sink.threads, [](const auto& entry) { return entry.second.events.empty(); });
  if (const ChromeProducer* producer = sink.signs.found()) {
    if (producer->has_totals) sums = TakeTotals(sink);
    if (producer->joins_threads) JoinThreads(sink);
  }
  bool one_process = sink.threads.empty() || sink.threads.begin()->first.first == sink.threads.rbegin()->first.first;
  for (const auto& [key, stream] : sink.streams) {
    one_process = one_process && key.process == sink.streams.begin()->first.process &&
                  (sink.threads.empty() || key.process == sink.threads.begin()->first.first);
  }
  StreamGroups groups;
  GroupStreams(sink, groups);
  if (const ChromeProducer* producer = sink.signs.found(); producer != nullptr && !producer->pool.empty()) {
    GroupPool(sink, producer->pool, groups);
  }
  std::vector<Row> rows;
  for (auto& [key, thread] : sink.threads) {
    CountFrom(sink.first_time, thread.events);
    AppendRowsOfThread({ThreadOf(sink, key, thread.name, one_process), std::move(thread.events), &thread.values}, rows);
  }
  AppendGroups(sink, one_process, std::move(groups), rows);
  return rows;
}

void RequireCalls(const EventSink& sink, const std::string& path) {
  if (static_cast<std::uint64_t>(sink.last_time) - static_cast<std::uint64_t>(sink.first_time) > kMostChromeTime) {
    throw Error(ErrorCode::kBadTrace, "its events are more than 285 years apart", path);
  }
  const auto has_events = [](const auto& entry) { return !entry.second.events.empty(); };
  if (std::ranges::any_of(sink.threads, has_events) || !sink.streams.empty()) return;
  throw sink.left_out.NoCalls(path);
}

// Makes the call trees of all threads. Names already have ids, in the order of their first use in the file, so the
// trees may be finished in any order.
Trace MakeTrace(EventSink& sink, const std::string& path, const TraceOptions& options, Damages& damages) {
  RequireCalls(sink, path);
  Trace trace;
  trace.producer = sink.signs.Text();
  std::vector<Row> rows = MakeRows(sink, trace.sums);
  if (rows.empty()) throw sink.left_out.NoCalls(path);
  for (Row& row : rows) trace.threads.push_back(std::move(row.thread));
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i < sink.names.size(); ++i) hashes.push_back(HashName(sink.names.NameOf(NameId(i))));
  struct Made {
    OddLeaves odd;
    Damages damages;
  };
  std::vector<Made> made(rows.size(), {{}, {options.salvage, {}}});
  OddLeaves odd;
  const std::vector<ChromeValue> none;
  auto make = [&](std::size_t i) {
    Row& row = rows[i];
    ChromeTree tree =
        MakeChromeTree(row.events, row.values == nullptr ? none : *row.values, hashes, path, made[i].damages);
    row.events = {};
    trace.threads[i].calls = std::move(tree.calls);
    trace.threads[i].values = std::move(tree.values);
    made[i].odd = tree.odd;
  };
  auto note = [&](std::size_t i) {
    std::ranges::move(made[i].damages.missing, std::back_inserter(damages.missing));
    odd.Add(made[i].odd);
  };
  WorkInOrder(rows.size(), options.threads, make, note);
  trace.paths = {path};
  trace.names = sink.names.Take();
  trace.definitions = sink.lines.Take(trace.names.size());
  trace.value_names = sink.value_names.Take();
  trace.missing = std::move(damages.missing);
  auto place_of = [](const OddLeaves::Kind& kind) {
    return "event that ends at byte " + std::to_string(kind.position);
  };
  odd.AppendRemarks(path, place_of, trace.remarks);
  if (const std::string text = sink.left_out.Text(); !text.empty()) {
    trace.remarks.emplace_back(text, path, Place(), sink.left_out.Cure());
  }
  return trace;
}

// Reads the file once more without the words if the parser fails at NaN or Infinity, so that files without them, which
// are usual, need no look for them.
std::optional<Trace> ReadEvents(const std::string& path, const TraceOptions& options, bool replaces_words) {
  FileSource file(path, FileKind::kRegular);
  UnpackedSource unpacked(file, path, kLargestUnpacked, /*salvage=*/false);
  JsonNumbers numbers(unpacked);
  Characters characters(replaces_words ? static_cast<ByteSource&>(numbers) : unpacked);
  // Call trees are made after the whole text has been parsed, because events may come in any order.
  Damages damages{options.salvage, {}};
  EventSink sink(characters, path, options, damages);
  const bool is_whole = ParseJson(characters, sink);
  if (sink.ends_in_word() && !replaces_words) return std::nullopt;
  if (is_whole && !sink.found_list()) throw Error(ErrorCode::kNotATrace, "JSON, but not a trace", path);
  return MakeTrace(sink, path, options, damages);
}

}  // namespace

Trace ReadChromeTrace(const std::string& path, const TraceOptions& options) {
  if (!CanParseJson()) {
    throw Error(
        ErrorCode::kUnsupported,
        "this build cannot read traces in JSON: it was compiled without nlohmann's json (Debian: nlohmann-json3-dev)",
        path);
  }
  if (std::optional<Trace> trace = ReadEvents(path, options, /*replaces_words=*/false)) return std::move(*trace);
  return *ReadEvents(path, options, /*replaces_words=*/true);
}

}  // namespace profdiff
