// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Firefox's processed profile format (github.com/firefox-devtools/profiler, docs-developer), which samply also
// writes. Tables are stored by column, and refer to each other by index, with null or -1 for none:
//   meta {interval}                  milliseconds between samples
//   libs [{name, path}…]
//   threads [{name, pid, tid, samples: {stack[], weight[], weightType}, and the tables below}…]
//     stackTable {prefix[], frame[]}        prefix: the caller's stack
//     frameTable {func[], inlineDepth[]}    inlineDepth 0: not inlined
//     funcTable {name[], resource[]}        name: index of stringArray
//     resourceTable {lib[]}
//     stringArray []                        stringTable in older versions
//   shared {the same tables}         newer versions: one set of tables for all threads
// A sample has a stack, which is a frame on top of another stack. The weight of a sample is one sampling interval,
// unless weightType declares weights to be milliseconds ("tracing-ms") or "bytes".
// Tests: tests/unit/read/profiles/firefox_test.cpp.
#include <cmath>
#include <map>
#include <memory>
#include <optional>

#include "read/profiles/json_states.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

// The tables of one thread, or the tables shared by all threads.
struct Tables {
  IndexColumn prefixes, frames;   // by stack: the stack of the caller, and the frame on top
  IndexColumn functions, depths;  // by frame: its function, and its depth of inlining
  IndexColumn names, resources;   // by function
  IndexColumn libraries;          // by resource
  std::vector<std::string> texts;
};

struct ThreadSamples {
  std::string name, process, number, weight_type;
  IndexColumn stacks;
  std::vector<double> weights;
  Tables tables;
};

struct Library {
  std::string name, path;
};

// Stores columns unchecked, because the keys of objects may be in any order; FirefoxAdder checks the indices later.
class FirefoxSink : public JsonStates {
 public:
  std::vector<std::unique_ptr<ThreadSamples>> threads;
  Tables shared;
  std::vector<Library> libraries;
  double interval = 1;  // milliseconds

 private:
  enum State {
    kFile = 1,
    kMeta,
    kLibraries,
    kLibrary,
    kThreads,
    kThread,
    kSamples,
    kWeights,
    kColumn,  // a column of indices
    // States in tables.
    kShared,
    kStackTable,
    kFrameTable,
    kFunctionTable,
    kResourceTable,
    kTexts
  };

  // A transition to the state of a nested object or array. Tables have the same states in a thread and in `shared`;
  // `in_thread_` distinguishes the two.
  struct Step {
    int outer;
    std::string_view field;
    State state;
    IndexColumn Tables::*column = nullptr;  // for kColumn
  };

  int Enter(int outer, std::string_view field) override {
    static constexpr Step kSteps[] = {
        {kFile, "meta", kMeta},
        {kFile, "libs", kLibraries},
        {kFile, "threads", kThreads},
        {kFile, "shared", kShared},
        {kThread, "samples", kSamples},
        {kSamples, "weight", kWeights},
        {kStackTable, "prefix", kColumn, &Tables::prefixes},
        {kStackTable, "frame", kColumn, &Tables::frames},
        {kFrameTable, "func", kColumn, &Tables::functions},
        {kFrameTable, "inlineDepth", kColumn, &Tables::depths},
        {kFunctionTable, "name", kColumn, &Tables::names},
        {kFunctionTable, "resource", kColumn, &Tables::resources},
        {kResourceTable, "lib", kColumn, &Tables::libraries},
    };
    if (outer == kOutside) return kFile;
    if (outer == kLibraries) return libraries.emplace_back(), kLibrary;
    if (outer == kSamples && field == "stack") return column_ = &threads.back()->stacks, kColumn;
    if (outer == kThreads) {
      threads.push_back(std::make_unique<ThreadSamples>());
      in_thread_ = true;
      return kThread;
    }
    for (const Step& step : kSteps) {
      if (step.outer != outer || step.field != field) continue;
      if (step.column != nullptr) column_ = &(CurrentTables().*step.column);
      return step.state;
    }
    if (outer != kThread && outer != kShared) return kSkipped;
    if (field == "stackTable") return kStackTable;
    if (field == "frameTable") return kFrameTable;
    if (field == "funcTable") return kFunctionTable;
    if (field == "resourceTable") return kResourceTable;
    return field == "stringArray" || field == "stringTable" ? kTexts : kSkipped;
  }

  void Leave(int state) override {
    if (state == kThread) in_thread_ = false;
  }

  void Take(int state, std::string_view field, const JsonValue& value) override {
    switch (state) {
      case kColumn:
        column_->push_back(value.Index());
        break;
      case kTexts:
        CurrentTables().texts.emplace_back(value.text);
        break;
      case kWeights:
        threads.back()->weights.push_back(value.kind == JsonValue::Kind::kNumber ? value.number : std::nan(""));
        break;
      case kMeta:
        if (field == "interval") interval = value.number;
        break;
      case kLibrary:
        if (field == "name") libraries.back().name = value.text;
        if (field == "path") libraries.back().path = value.text;
        break;
      case kSamples:
        if (field == "weightType") threads.back()->weight_type = value.text;
        break;
      case kThread:
        TakeOfThread(field, value);
        break;
      default:
        break;
    }
  }

  // pid and tid are numbers or strings, depending on the version and on the program that wrote the file.
  void TakeOfThread(std::string_view field, const JsonValue& value) {
    ThreadSamples& thread = *threads.back();
    if (value.kind == JsonValue::Kind::kNothing) return;
    const std::string text =
        value.kind == JsonValue::Kind::kText ? std::string(value.text) : std::to_string(value.whole);
    if (field == "name") thread.name = text;
    if (field == "pid") thread.process = text;
    if (field == "tid") thread.number = text;
  }

  Tables& CurrentTables() { return in_thread_ ? threads.back()->tables : shared; }

  bool in_thread_ = false;
  IndexColumn* column_ = nullptr;  // the column whose elements are being read
};

// The tables that a thread uses: its own, or the shared ones. This is decided for each table separately, because a file
// may share only some of them.
struct TablesInUse {
  const Tables& stacks;
  const Tables& frames;
  const Tables& functions;
  const Tables& resources;
  const Tables& texts;

  TablesInUse(const Tables& own, const Tables& shared)
      : stacks(own.frames.empty() ? shared : own),
        frames(own.functions.empty() ? shared : own),
        functions(own.names.empty() ? shared : own),
        resources(own.libraries.empty() ? shared : own),
        texts(own.texts.empty() ? shared : own) {}
  bool AreShared(const Tables& shared) const {
    return &stacks == &shared && &frames == &shared && &functions == &shared && &texts == &shared;
  }
};

class FirefoxAdder {
 public:
  FirefoxAdder(const StackInput& input, const FirefoxSink& sink)
      : input_(input), sink_(sink), frames_(input.options), threads_(input.options) {}

  void AddAll() {
    for (const auto& thread : sink_.threads) Add(*thread);
  }

  StackProfile Finish() { return FinishStacks(input_, events_, threads_, builder_, frames_); }

 private:
  [[noreturn]] void Fail(const std::string& reason) const {
    throw FileError(input_, ErrorCode::kBadProfile, "thread " + std::to_string(number_) + ": " + reason);
  }

  // Returns the element of a column at an index. `what` names the table's elements in the error message.
  template <class Column>
  const auto& Need(const Column& column, std::int64_t place, const char* what) const {
    if (!Has(column, place)) {
      Fail(std::string("no ") + what + " " + std::to_string(place) + " in a table of size " +
           std::to_string(column.size()));
    }
    return column[static_cast<std::size_t>(place)];
  }

  void Add(const ThreadSamples& thread) {
    ++number_;
    if (thread.stacks.empty()) return;
    const std::string type = thread.weight_type.empty() ? "samples" : thread.weight_type;
    const std::optional<std::size_t> event = events_.Find(type, [&] { return EventOf(type); });
    if (!event) Fail("too many events");
    const std::string key = thread.process + "/" + thread.number + " " + thread.name;
    Threads::Thread& about = threads_.Find(key, [&](std::string_view) {
      return StackThread{thread.name, thread.process, thread.number, 0};
    });
    about.about.samples += thread.stacks.size();
    events_.events[*event].count += type == "samples" ? thread.stacks.size() : 0;
    if (!about.counts) return;
    const TablesInUse tables(thread.tables, sink_.shared);
    if (!tables.AreShared(sink_.shared)) {
      StackTable own(builder_, *event, RowsOf(tables));
      return AddSamples(thread, type, own);
    }
    // Threads that share all tables also share the nodes of their stacks, so each node is looked up only once per
    // event.
    std::optional<StackTable>& shared = shared_[*event];
    if (!shared) shared.emplace(builder_, *event, RowsOf(tables));
    AddSamples(thread, type, *shared);
  }

  // Returns the event for a weight type: "samples" counts sampling intervals as time; "tracing-ms" is time that was
  // measured without samples.
  static StackEvent EventOf(const std::string& type) {
    if (type == "bytes") return WithoutSamples(CountEvent(type, "bytes"));
    return type == "samples" ? TimeEvent(type) : WithoutSamples(TimeEvent(type));
  }
  static StackEvent WithoutSamples(StackEvent event) {
    event.is_sampled = false;
    return event;
  }

  void AddSamples(const ThreadSamples& thread, const std::string& type, StackTable& stacks) {
    constexpr double kMillisecond = 1e6;  // in ticks
    const bool are_samples = type == "samples";
    const double ticks = type == "bytes" ? 1 : are_samples ? sink_.interval * kMillisecond : kMillisecond;
    const bool has_weights = !thread.weights.empty();
    std::size_t count = thread.stacks.size();
    if (has_weights && thread.weights.size() != count) {
      if (!input_.options.salvage)
        Fail(std::to_string(count) + " samples, but " + std::to_string(thread.weights.size()) + " weights");
      count = std::min(count, thread.weights.size());
    }
    for (std::size_t i = 0; i < count; ++i) {
      // Bytes may be negative, for freed memory; counts of samples may not.
      const std::optional<std::int64_t> weight = ToTicks(has_weights ? thread.weights[i] : 1, ticks);
      if (!weight) Fail("a weight that is not a number of " + type + ", or too large");
      if (*weight < 0 && are_samples) Fail("a weight below 0");
      const ContextBuilder::Node node = stacks.NodeOf(input_, thread.stacks[i]);
      if (!builder_.Add(node, *weight, are_samples ? 1 : 0)) FailOfSize(input_);
    }
  }

  // The function of each frame is looked up only once, because the same frame occurs in many stacks.
  std::vector<StackTable::Row> RowsOf(const TablesInUse& tables) {
    std::vector<std::optional<FunctionId>> known(tables.frames.functions.size());  // by frame
    std::vector<StackTable::Row> rows;
    const std::size_t count = tables.stacks.frames.size();
    if (tables.stacks.prefixes.size() < count) Fail("a table of stacks with columns of different lengths");
    rows.reserve(count);
    for (std::size_t stack = 0; stack < count; ++stack) {
      const std::int64_t frame = tables.stacks.frames[stack];
      if (!Has(known, frame)) Need(known, frame, "frame");
      std::optional<FunctionId>& function = known[static_cast<std::size_t>(frame)];
      if (!function) function = FunctionOf(tables, frame);
      rows.push_back({tables.stacks.prefixes[stack], *function});
    }
    return rows;
  }

  FunctionId FunctionOf(const TablesInUse& tables, std::int64_t frame) {
    const std::int64_t function = Need(tables.frames.functions, frame, "frame");
    const std::string& name = Need(tables.texts.texts, Need(tables.functions.names, function, "function"), "text");
    const bool is_inlined =
        Has(tables.frames.depths, frame) && tables.frames.depths[static_cast<std::size_t>(frame)] > 0;
    return frames_.Find(name, ImageOf(tables, function), is_inlined);
  }

  // Returns the library of a function. Resource and library may both be missing, for example for JavaScript and for
  // labels.
  std::string_view ImageOf(const TablesInUse& tables, std::int64_t function) const {
    if (!Has(tables.functions.resources, function)) return {};
    const std::int64_t resource = tables.functions.resources[static_cast<std::size_t>(function)];
    if (resource == JsonValue::kNoIndex) return {};
    const std::int64_t library = Need(tables.resources.libraries, resource, "resource");
    if (library == JsonValue::kNoIndex) return {};
    const Library& found = Need(sink_.libraries, library, "library");
    return found.path.empty() ? found.name : found.path;
  }

  const StackInput& input_;
  const FirefoxSink& sink_;
  Frames frames_;
  Threads threads_;
  Events events_;
  ContextBuilder builder_;
  std::map<std::size_t, std::optional<StackTable>> shared_;  // stacks of the shared tables, by event
  std::size_t number_ = 0;                                   // number of the thread, from 1
};

}  // namespace

StackProfile ReadFirefox(const StackInput& input) { return ReadInJson<FirefoxSink, FirefoxAdder>(input); }

}  // namespace profdiff
