// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Firefox's processed profile format (github.com/firefox-devtools/profiler, docs-developer), which samply also
// writes, and the raw format, which Firefox itself writes. Tables of the processed format are stored by column, and
// refer to each other by index, with null or -1 for none:
//   meta {interval, preprocessedProfileVersion}   interval: milliseconds between samples
//   libs [{name, path}…]                          below version 41: in each thread
//   threads [{name, pid, tid, samples: {stack[], weight[], weightType}, and the tables below}…]
//     stackTable {prefix[], frame[]}              prefix: the caller's stack; from version 66 on, prefixOffset: 0 for
//                                                 none, n for the stack n places before
//     frameTable {func[], inlineDepth[], lib[]}   inlineDepth 0: not inlined; lib: from version 70 on
//     funcTable {name[], resource[], fileName[]}  name, fileName: indices of stringArray; from version 58 on, source:
//                                                 index of sources
//     resourceTable {lib[], name[], type[]}       lib: below version 70; type 1: a library
//     sources {filename[]}
//     stringArray []                              stringTable in older versions
//   shared {the same tables}         from version 60 on: one set of tables for all threads
// A sample has a stack, which is a frame on top of another stack. The weight of a sample is the number of samples with
// this stack, each for one interval, unless weightType declares weights to be milliseconds ("tracing-ms") or "bytes".
//
// A raw profile has the same structure, with these differences: a table is {schema: {NAME: place…}, data: [row…]}; a
// frame has a location, which is a text, instead of a function; libs have addresses; there are no weights; and
// `processes` has the documents of other processes. Firefox's former performance panel wrote an object with a raw
// profile as its member `profile`, after the members label, duration, markers and others.
// Tests: tests/unit/read/profiles/firefox_test.cpp, gecko_test.cpp.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "base/parse_text.h"
#include "base/text.h"
#include "read/profiles/firefox_document.h"
#include "read/profiles/location.h"
#include "read/profiles/readers.h"

namespace profdiff {
namespace {

constexpr std::int64_t kNewestFirefox = 70;  // version of the processed format

// The tables that a thread uses: its own, or the shared ones. This is decided for each table separately, because a file
// may share only some of them.
struct TablesInUse {
  const FirefoxTables& stacks;
  const FirefoxTables& frames;
  const FirefoxTables& functions;
  const FirefoxTables& resources;
  const FirefoxTables& texts;

  TablesInUse(const FirefoxTables& own, const FirefoxTables& shared)
      : stacks(own.frames.empty() ? shared : own),
        frames(own.functions.empty() && own.locations.empty() ? shared : own),
        functions(own.names.empty() ? shared : own),
        resources(own.kinds.empty() && own.resource_libraries.empty() ? shared : own),
        texts(own.texts.empty() ? shared : own) {}
  bool AreShared(const FirefoxTables& shared) const {
    return &stacks == &shared && &frames == &shared && &functions == &shared && &texts == &shared;
  }
};

class FirefoxAdder {
 public:
  FirefoxAdder(const StackInput& input, const FirefoxDocument& document)
      : input_(input), document_(document), frames_(input.options), threads_(input.options) {}

  // A newer version may have tables that mean something else, so errors name it.
  void AddAll() {
    try {
      for (const auto& thread : document_.threads) Add(*thread);
    } catch (const Error& error) {
      if (!IsNewer() || error.code() != ErrorCode::kBadProfile) throw;
      throw Error(WithConsequence(error.message(), NewerVersion()));
    }
  }

  StackProfile Finish() {
    StackProfile profile = FinishStacks(input_, events_, threads_, builder_, frames_);
    if (IsNewer()) profile.remarks.emplace_back(NewerVersion(), input_.path);
    return profile;
  }

 private:
  bool IsNewer() const { return document_.version > kNewestFirefox; }
  std::string NewerVersion() const {
    return "version " + std::to_string(document_.version) + " of its format is newer than " +
           std::to_string(kNewestFirefox) + ", the newest that is known";
  }

  [[noreturn]] void Fail(const std::string& reason) const {
    throw FileError(input_, ErrorCode::kBadProfile, "thread " + std::to_string(number_) + ": " + reason);
  }

  // Returns the element of a column at an index. `what` names the table's elements in the error message.
  template <class Column>
  const auto& Need(const Column& column, std::int64_t place, const char* what) const {
    if (!Has(column, place)) FailOfPlace(column.size(), place, what);
    return column[static_cast<std::size_t>(place)];
  }
  [[noreturn]] void FailOfPlace(std::size_t size, std::int64_t place, const char* what) const {
    Fail(std::string("no ") + what + " " + std::to_string(place) + " in a table of size " + std::to_string(size));
  }

  // Returns the element of a column; kNoIndex if the file lacks the column, or the end of it.
  static std::int64_t At(const IndexColumn& column, std::int64_t place) {
    return Has(column, place) ? column[static_cast<std::size_t>(place)] : JsonValue::kNoIndex;
  }

  void Add(const FirefoxThread& thread) {
    ++number_;
    if (thread.stacks.empty()) return;
    const std::string type = thread.weight_type.empty() ? "samples" : thread.weight_type;
    const std::optional<std::size_t> event = events_.Find(type, [&] { return EventOf(type); });
    if (!event) Fail("too many events");
    const std::string key = thread.process + "/" + thread.number + " " + thread.name;
    Threads::Thread& about = threads_.Find(key, [&](std::string_view) {
      return StackThread{thread.name, thread.process, thread.number, 0};
    });
    const std::uint64_t samples = type == "samples" ? CountSamples(thread) : 0;
    about.about.samples += type == "samples" ? samples : thread.stacks.size();
    events_.events[*event].count += samples;
    if (!about.counts) return;
    const TablesInUse tables(thread.tables, document_.shared);
    if (!tables.AreShared(document_.shared)) {
      StackTable own(builder_, *event, RowsOf(thread, tables));
      return AddSamples(thread, *event, own);
    }
    // Threads that share all tables also share the nodes of their stacks, so each node is looked up only once per
    // event.
    std::optional<StackTable>& shared = shared_[*event];
    if (!shared) shared.emplace(builder_, *event, RowsOf(thread, tables));
    AddSamples(thread, *event, *shared);
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

  // Returns the number of samples that a weight stands for. Invalid weights are left to AddSamples, which reports them.
  static std::uint64_t SamplesOf(double weight) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(0, ToTicks(weight, 1).value_or(0)));
  }

  std::uint64_t CountSamples(const FirefoxThread& thread) const {
    if (thread.weights.empty()) return thread.stacks.size();
    std::uint64_t sum = 0;
    for (const double weight : thread.weights) {
      if (__builtin_add_overflow(sum, SamplesOf(weight), &sum)) FailOfSize(input_);
    }
    return sum;
  }

  void AddSamples(const FirefoxThread& thread, std::size_t event, StackTable& stacks) {
    constexpr double kMillisecond = 1e6;  // in ticks
    const std::string& type = events_.events[event].name;
    const bool are_samples = type == "samples";
    const double interval = document_.recordings[thread.recording]->interval;
    const double ticks = type == "bytes" ? 1 : are_samples ? interval * kMillisecond : kMillisecond;
    const bool has_weights = !thread.weights.empty();
    std::size_t count = thread.stacks.size();
    if (has_weights && thread.weights.size() != count) {
      if (!input_.options.salvage)
        Fail(std::to_string(count) + " samples, but " + std::to_string(thread.weights.size()) + " weights");
      count = std::min(count, thread.weights.size());
    }
    for (std::size_t i = 0; i < count; ++i) {
      const double weight = has_weights ? thread.weights[i] : 1;
      // Bytes may be negative, for freed memory; numbers of samples may not.
      const std::optional<std::int64_t> all = ToTicks(weight, ticks);
      if (!all || (are_samples && !ToTicks(weight, 1)))
        Fail("a weight that is not a number of " + type + ", or too large");
      if (*all < 0 && are_samples) Fail("a weight below 0");
      const ContextBuilder::Node node = stacks.NodeOf(input_, thread.stacks[i]);
      if (!builder_.Add(node, *all, are_samples ? SamplesOf(weight) : 0)) FailOfSize(input_);
    }
  }

  // The function of each frame is looked up only once, because the same frame occurs in many stacks.
  std::vector<StackTable::Row> RowsOf(const FirefoxThread& thread, const TablesInUse& tables) {
    const std::size_t frames = std::max(tables.frames.functions.size(), tables.frames.locations.size());
    std::vector<std::optional<FunctionId>> known(frames);  // by frame
    std::vector<StackTable::Row> rows;
    const std::size_t count = tables.stacks.frames.size();
    const bool has_offsets = tables.stacks.prefixes.empty() && !tables.stacks.offsets.empty();
    if ((has_offsets ? tables.stacks.offsets : tables.stacks.prefixes).size() < count) {
      Fail("a table of stacks with columns of different lengths");
    }
    rows.reserve(count);
    for (std::size_t stack = 0; stack < count; ++stack) {
      const std::int64_t frame = tables.stacks.frames[stack];
      if (!Has(known, frame)) FailOfPlace(frames, frame, "frame");
      std::optional<FunctionId>& function = known[static_cast<std::size_t>(frame)];
      if (!function) function = FunctionOf(thread, tables, frame);
      rows.push_back(
          {has_offsets ? StackBefore(tables.stacks.offsets, stack) : tables.stacks.prefixes[stack], *function});
    }
    return rows;
  }

  // Returns the caller's stack, which is `offset` places before a stack; 0 means that there is none.
  std::int64_t StackBefore(const IndexColumn& offsets, std::size_t stack) const {
    const std::int64_t offset = offsets[stack], place = static_cast<std::int64_t>(stack);
    if (offset < 0 || offset > place) Fail("stack " + std::to_string(stack) + " has no caller before it");
    return offset == 0 ? JsonValue::kNoIndex : place - offset;
  }

  FunctionId FunctionOf(const FirefoxThread& thread, const TablesInUse& tables, std::int64_t frame) {
    if (tables.frames.functions.empty())
      return FunctionAt(thread, tables, tables.frames.locations[static_cast<std::size_t>(frame)]);
    const std::int64_t function = Need(tables.frames.functions, frame, "frame");
    const std::string& name = Need(tables.texts.texts, Need(tables.functions.names, function, "function"), "text");
    const bool is_inlined = At(tables.frames.depths, frame) > 0;
    return frames_.Find(name, ImageOf(thread, tables, frame, function), is_inlined);
  }

  // Returns the function of a location of a raw profile. An address becomes an offset in its library, as the library is
  // loaded elsewhere in the next run.
  FunctionId FunctionAt(const FirefoxThread& thread, const TablesInUse& tables, std::int64_t location) {
    const std::string& text = Need(tables.texts.texts, location, "text");
    if (text.starts_with("0x")) {
      const std::optional<std::int64_t> address = NumberFrom<std::int64_t>(std::string_view(text).substr(2), 16);
      for (const FirefoxLibrary& library : document_.recordings[thread.recording]->libraries) {
        if (!address || *address < library.start || *address >= library.end) continue;
        std::string offset = "0x";
        AppendHex(offset, static_cast<std::uint64_t>(*address - library.start));
        return frames_.Find(offset, PathOf(library));
      }
    }
    const LocatedName located = SplitLocation(text);
    return frames_.Find(located.name, located.image);
  }

  static std::string_view PathOf(const FirefoxLibrary& library) {
    return library.path.empty() ? std::string_view(library.name) : library.path;
  }

  const FirefoxLibrary& LibraryAt(const FirefoxThread& thread, std::int64_t place) const {
    const auto& own = thread.libraries;
    return Need(own.empty() ? document_.recordings[thread.recording]->libraries : own, place, "library");
  }

  // Returns the library of a function; or else its source file, which distinguishes functions of JavaScript. Labels
  // have neither.
  std::string_view ImageOf(const FirefoxThread& thread, const TablesInUse& tables, std::int64_t frame,
                           std::int64_t function) const {
    if (const std::int64_t library = At(tables.frames.libraries, frame); library != JsonValue::kNoIndex) {
      return PathOf(LibraryAt(thread, library));
    }
    const std::int64_t resource = At(tables.functions.resources, function);
    if (resource != JsonValue::kNoIndex) {
      if (const std::string_view name = LibraryOf(thread, tables, resource); !name.empty()) return name;
    }
    return FileOf(tables, function);
  }

  // Returns the library of a resource: one of the list, or, in profiles that were imported, only its name.
  std::string_view LibraryOf(const FirefoxThread& thread, const TablesInUse& tables, std::int64_t resource) const {
    constexpr std::int64_t kLibraryKind = 1;
    const FirefoxTables& table = tables.resources;
    const std::size_t size =
        std::max({table.resource_libraries.size(), table.resource_names.size(), table.kinds.size()});
    if (resource < 0 || static_cast<std::size_t>(resource) >= size) FailOfPlace(size, resource, "resource");
    const std::int64_t library = At(table.resource_libraries, resource);
    if (library != JsonValue::kNoIndex) return PathOf(LibraryAt(thread, library));
    if (At(table.kinds, resource) != kLibraryKind) return {};
    const std::int64_t name = At(table.resource_names, resource);
    return name == JsonValue::kNoIndex ? std::string_view() : Need(tables.texts.texts, name, "text");
  }

  std::string_view FileOf(const TablesInUse& tables, std::int64_t function) const {
    std::int64_t file = At(tables.functions.files, function);
    if (const std::int64_t source = At(tables.functions.sources, function); source != JsonValue::kNoIndex) {
      file = Need(document_.shared.source_files, source, "source");
    }
    return file == JsonValue::kNoIndex ? std::string_view() : Need(tables.texts.texts, file, "text");
  }

  const StackInput& input_;
  const FirefoxDocument& document_;
  Frames frames_;
  Threads threads_;
  Events events_;
  ContextBuilder builder_;
  std::map<std::size_t, std::optional<StackTable>> shared_;  // stacks of the shared tables, by event
  std::size_t number_ = 0;                                   // number of the thread, from 1
};

}  // namespace

StackProfile ReadFirefox(const StackInput& input) { return ReadInJson<FirefoxDocument, FirefoxAdder>(input); }

}  // namespace profdiff
