// SPDX-License-Identifier: GPL-3.0-or-later
// Reads trials from JSON Lines, as report/store writes them. Each line contains the path of its trial (application,
// experiment, trial), and one of
//   function, file, image, symbolFile, number, metric, unit, values   a value for each run (null: none)
//   caller, callee, counts, seconds     an arc; functions are numbered by their first lines, from 0
//   invocation, run, start, seconds     a call; runs count from 1
//   stackless, ticks, samples           samples without a stack; begins the tree of stacks
//   context, depth, ticks, samples, squares    a node of the tree, in preorder
//   finding, run, refines, severity, confidence, share, lost, unit, leaf, rank, thread, region    a property that holds
//   searchStep, run, searchRun, tool, command, kind, hypotheses, proved, reused    a step of a search
//   end, trials, lines    the numbers of trials and lines before this one, in the last line
// The properties of a trial (revision, recorded, metadata, parameters, runs) come from its first line; repetitions in
// later lines are ignored. An export that has an end says so in its first line (hasEnd). Lines of one trial are
// adjacent, so only one trial is in memory at a time. Tests: tests/cli/db/run.py; fuzzer: tests/fuzz/export_fuzz.cpp.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <utility>

#include "profdiff/store.h"
#include "read/file/file.h"
#include "read/file/json_document.h"
#include "read/file/json_parser.h"
#include "read/file/text_lines.h"
#include "values/finding_rows.h"
#include "values/index_of.h"
#include "values/stored_details.h"

namespace profdiff {
namespace {

constexpr std::size_t kMostRuns = 100'000;  // limits the memory that a large run number can require

// Builds one trial line by line.
class TrialBuilder {
 public:
  // Adds a line. Throws an error if the line is invalid; the caller adds file and line number to the message. Unknown
  // lines are skipped, since newer versions may write further kinds.
  void Add(const DocumentValue& line) {
    if (is_new_) AddHead(line);
    is_new_ = false;
    AddRunHeads(line);
    if (line.Find("function") != nullptr) return AddValues(line);
    if (line.Find("caller") != nullptr) return AddArcs(line);
    if (line.Find("invocation") != nullptr) return AddCall(line);
    if (line.Find("stackless") != nullptr) return AddStacks(line);
    if (line.Find("context") != nullptr) return AddContext(line);
    if (line.Find("finding") != nullptr) return AddFinding(line);
    if (line.Find("searchStep") != nullptr) AddStep(line);
  }

  static TrialPath PathOf(const DocumentValue& line) {
    const TrialPath path{NameOf(line, "application"), NameOf(line, "experiment"), NameOf(line, "trial")};
    ParseTrialPath(path.Text(), PathDepth::kTrial);
    return path;
  }

  StoredTrial Take() { return std::move(trial_); }

 private:
  [[noreturn]] static void Fail(const std::string& what) { throw Error(ErrorCode::kBadProfile, what); }

  static std::string TextOf(const DocumentValue& line, std::string_view key) {
    const DocumentValue* value = line.Find(key);
    if (value == nullptr || value->kind == DocumentValue::Kind::kNothing) return "";
    if (value->kind != DocumentValue::Kind::kText) Fail("'" + std::string(key) + "' is not a string");
    // The results of SQLite's expressions are undefined for strings with a zero byte (sqlite3_bind_text).
    if (value->text.find('\0') != std::string::npos) Fail("'" + std::string(key) + "' has a zero byte");
    return value->text;
  }
  static std::string NameOf(const DocumentValue& line, std::string_view key) {
    std::string name = TextOf(line, key);
    if (name.empty()) Fail("no '" + std::string(key) + "'");
    return name;
  }
  static double NumberIn(const DocumentValue& value, std::string_view key) {
    if (value.kind != DocumentValue::Kind::kNumber || !std::isfinite(value.number)) {
      Fail("'" + std::string(key) + "' is not a number");
    }
    return value.number;
  }
  static double NumberOf(const DocumentValue& line, std::string_view key) {
    const DocumentValue* value = line.Find(key);
    return value == nullptr ? 0 : NumberIn(*value, key);
  }
  static std::int64_t WholeIn(const DocumentValue& value, std::string_view key, std::int64_t least) {
    if (!value.whole || *value.whole < least) Fail("'" + std::string(key) + "' is not a count");
    return *value.whole;
  }
  static std::int64_t WholeOf(const DocumentValue& line, std::string_view key) {
    const DocumentValue* value = line.Find(key);
    return value == nullptr ? 0 : WholeIn(*value, key, 0);
  }
  static std::uint32_t SmallOf(const DocumentValue& line, std::string_view key) {
    const std::int64_t number = WholeOf(line, key);
    if (number > 0xffffffff) Fail("'" + std::string(key) + "' is too large");
    return static_cast<std::uint32_t>(number);
  }
  static std::span<const DocumentValue> ListOf(const DocumentValue& line, std::string_view key) {
    const DocumentValue* value = line.Find(key);
    if (value == nullptr) return {};
    if (value->kind != DocumentValue::Kind::kList) Fail("'" + std::string(key) + "' is not a list");
    if (value->members.size() > kMostRuns) Fail("more than " + std::to_string(kMostRuns) + " runs");
    return value->members;
  }

  // Calls get(name, value) for each member of an object.
  template <class Get>
  static void ReadPairs(const DocumentValue& line, std::string_view key, Get get) {
    const DocumentValue* object = line.Find(key);
    if (object == nullptr) return;
    if (object->kind != DocumentValue::Kind::kObject) Fail("'" + std::string(key) + "' is not an object");
    for (const DocumentValue& member : object->members) get(member.name, member);
  }

  void AddHead(const DocumentValue& line) {
    trial_.path = PathOf(line);
    trial_.revision = TextOf(line, "revision");
    trial_.recorded = TextOf(line, "recorded");
    ReadPairs(line, "metadata", [this](const std::string& name, const DocumentValue& value) {
      if (value.kind != DocumentValue::Kind::kText) Fail("'metadata' of '" + name + "' is not a string");
      if ((name + value.text).find('\0') != std::string::npos) Fail("'metadata' has a zero byte");
      trial_.metadata.emplace_back(name, value.text);
    });
    ReadPairs(line, "parameters", [this](const std::string& name, const DocumentValue& value) {
      trial_.parameters.emplace_back(name, NumberIn(value, "parameters"));
    });
  }

  // Missing numbers count as 0 and missing strings as empty, so that exports of older versions can be read.
  void AddRunHeads(const DocumentValue& line) {
    const std::span<const DocumentValue> runs = ListOf(line, "runs");
    if (!trial_.runs.empty()) return;  // repeated in a later line
    for (const DocumentValue& item : runs) {
      StoredRun run;
      run.period = NumberOf(item, "period");
      if (run.period < 0) Fail("'period' is below 0");
      run.unit = TextOf(item, "unit");
      run.event = TextOf(item, "event");
      run.format = TextOf(item, "format");
      run.samples = WholeOf(item, "samples");
      run.total = NumberOf(item, "total");
      run.outside = NumberOf(item, "outside");
      run.scale = NumberOf(item, "scale");
      run.flags = WholeOf(item, "flags");
      trial_.runs.push_back(std::move(run));
    }
  }

  // Returns a run, and adds it if needed: there may be values for more runs than `runs` lists.
  StoredRun& Run(std::size_t number) {
    if (trial_.runs.size() <= number) {
      StoredRun run;
      run.unit.clear();  // unknown
      trial_.runs.resize(number + 1, run);
    }
    return trial_.runs[number];
  }

  // A line without values only defines a function, for arcs and stacks that refer to it.
  void AddValues(const DocumentValue& line) {
    const StoredFunction function{NameOf(line, "function"), TextOf(line, "file"), TextOf(line, "image"),
                                  TextOf(line, "symbolFile"), WholeOf(line, "number")};
    const std::uint32_t row = IndexOf(function, functions_, trial_.functions);
    SetDetails(trial_, row, {SmallOf(line, "line"), SmallOf(line, "symbolKind")});
    const std::span<const DocumentValue> values = ListOf(line, "values");
    if (values.empty()) return;
    const std::string name = NameOf(line, "metric");
    if (values.front().kind == DocumentValue::Kind::kNumber &&
        TakeOldDetail(trial_, row, name, NumberIn(values.front(), "values"))) {
      return;
    }
    const std::uint32_t metric = IndexOf(name, metrics_, trial_.metrics);
    if (const std::string unit = TextOf(line, "unit"); !unit.empty()) AddUnit(std::string(kUnitPrefix) + name, unit);
    for (std::size_t r = 0; r < values.size(); ++r) {
      if (values[r].kind == DocumentValue::Kind::kNothing) continue;
      Run(r).values.push_back({row, metric, NumberIn(values[r], "values")});
    }
  }

  void AddUnit(const std::string& name, const std::string& unit) {
    const auto is_unit = [&name](const auto& pair) { return pair.first == name; };
    if (std::ranges::none_of(trial_.metadata, is_unit)) trial_.metadata.emplace_back(name, unit);
  }

  std::uint32_t FunctionIn(const DocumentValue& line, std::string_view key) const {
    const std::int64_t number = WholeOf(line, key);
    if (static_cast<std::size_t>(number) >= trial_.functions.size()) {
      Fail("'" + std::string(key) + "' is not one of the functions before it");
    }
    return static_cast<std::uint32_t>(number);
  }

  void AddArcs(const DocumentValue& line) {
    const std::uint32_t caller = FunctionIn(line, "caller"), callee = FunctionIn(line, "callee");
    const std::span<const DocumentValue> counts = ListOf(line, "counts");
    const std::span<const DocumentValue> seconds = ListOf(line, "seconds");
    if (!seconds.empty() && seconds.size() != counts.size()) Fail("'seconds' and 'counts' must have the same length");
    for (std::size_t r = 0; r < counts.size(); ++r) {
      if (counts[r].kind == DocumentValue::Kind::kNothing) continue;
      const auto count = static_cast<std::uint64_t>(WholeIn(counts[r], "counts", 0));
      Run(r).arcs.push_back({caller, callee, count, seconds.empty() ? 0 : NumberIn(seconds[r], "seconds")});
    }
  }

  StoredRun& RunOf(const DocumentValue& line) {
    const std::int64_t run = WholeOf(line, "run");
    if (run < 1 || static_cast<std::size_t>(run) > kMostRuns)
      Fail("'run' must be from 1 to " + std::to_string(kMostRuns));
    return Run(static_cast<std::size_t>(run) - 1);
  }

  void AddCall(const DocumentValue& line) {
    const std::uint32_t function = FunctionIn(line, "invocation");
    RunOf(line).invocations.push_back({function, NumberOf(line, "start"), NumberOf(line, "seconds")});
  }

  static std::optional<double> NumberIfAny(const DocumentValue& line, std::string_view key) {
    const DocumentValue* value = line.Find(key);
    return value == nullptr ? std::nullopt : std::optional(NumberIn(*value, key));
  }
  static std::optional<std::uint32_t> PlaceIfAny(const DocumentValue& line, std::string_view key) {
    const DocumentValue* value = line.Find(key);
    return value == nullptr ? std::nullopt : std::optional(SmallOf(line, key));
  }

  void AddFinding(const DocumentValue& line) {
    const DocumentValue* region = line.Find("region");
    if (region == nullptr || region->kind != DocumentValue::Kind::kObject) Fail("a finding without 'region'");
    const StoredProperty property{NameOf(line, "finding"), TextOf(line, "refines"), TextOf(line, "unit")};
    const StoredRegion place{TextOf(*region, "kind"),          TextOf(*region, "name"),  TextOf(*region, "image"),
                             TextOf(*region, "file"),          WholeOf(*region, "line"), TextOf(*region, "callee"),
                             TextOf(*region, "dataStructure"), TextOf(*region, "path")};
    findings_.Add(
        RunOf(line), place, property,
        {0, 0, NumberOf(line, "severity"), NumberOf(line, "confidence"), NumberIfAny(line, "share"),
         NumberIfAny(line, "lost"), WholeOf(line, "leaf") != 0, PlaceIfAny(line, "rank"), PlaceIfAny(line, "thread")});
  }

  void AddStep(const DocumentValue& line) {
    RunOf(line).steps.push_back({WholeOf(line, "searchStep"), WholeOf(line, "searchRun"), TextOf(line, "tool"),
                                 TextOf(line, "command"), TextOf(line, "kind"), WholeOf(line, "hypotheses"),
                                 WholeOf(line, "proved"), WholeOf(line, "reused")});
  }

  // Returns the number of ticks, which may be negative.
  static std::int64_t TicksOf(const DocumentValue& line) {
    const DocumentValue* value = line.Find("ticks");
    if (value == nullptr || !value->whole) Fail("'ticks' is not a number of ticks");
    return *value->whole;
  }

  void AddStacks(const DocumentValue& line) {
    if (trial_.stacks) Fail("'stackless' occurs twice");
    trial_.stacks = {TicksOf(line), static_cast<std::uint64_t>(WholeOf(line, "samples")), {}};
  }

  // The preorder is checked when the tree is made (analyze/store); here, the depth is only compared with the number of
  // nodes before this one.
  void AddContext(const DocumentValue& line) {
    const std::int64_t depth = WholeOf(line, "depth");
    if (!trial_.stacks || depth > static_cast<std::int64_t>(trial_.stacks->nodes.size())) Fail("'depth' is too large");
    const std::uint32_t function = FunctionIn(line, "context");
    trial_.stacks->nodes.push_back({static_cast<std::uint32_t>(depth), function, TicksOf(line),
                                    static_cast<std::uint64_t>(WholeOf(line, "samples")), NumberOf(line, "squares")});
  }

  StoredTrial trial_;
  FindingRows findings_{trial_};
  bool is_new_ = true;
  std::map<StoredFunction, std::uint32_t> functions_;
  std::map<std::string, std::uint32_t> metrics_;
};

}  // namespace

struct ExportReader::State {
  explicit State(const std::string& file) : path(file), source(file), lines(source) {}

  std::string path;
  FileSource source;
  TextLines lines;
  std::optional<DocumentValue> next;  // the line read last; when a trial ends, the first line of the next one
  std::uint64_t trials_of_part = 0, lines_of_part = 0;  // since the last end; several exports can be in one file
  bool needs_end = false, is_counted = true;

  // Reads ahead by one line, since only the next line shows that a trial has ended.
  bool Read() {
    std::string_view line;
    while (lines.Next(line)) {
      if (line.empty()) continue;
      next = ParseJsonValue(line);
      if (!next || next->kind != DocumentValue::Kind::kObject) Fail("not a JSON object");
      if (next->Find("end") != nullptr) {
        EndPart();
        continue;
      }
      if (next->Find("hasEnd") != nullptr) BeginPart();
      ++lines_of_part;
      return true;
    }
    next.reset();
    if (needs_end) Fail("the export is cut off: its last line, which counts trials and lines, is missing");
    if (lines_of_part != 0) is_counted = false;
    return false;
  }

 private:
  [[noreturn]] void Fail(const std::string& what) const {
    throw Error(ErrorCode::kBadProfile, what, path, Place::Line(lines.number()));
  }

  void BeginPart() {
    if (needs_end) Fail("another export begins before the last line of this one, which counts trials and lines");
    if (std::exchange(lines_of_part, 0) != 0) is_counted = false;
    trials_of_part = 0;
    needs_end = true;
  }

  void EndPart() {
    CheckCount("trials", trials_of_part);
    CheckCount("lines", lines_of_part);
    trials_of_part = lines_of_part = 0;
    needs_end = false;
  }

  void CheckCount(std::string_view name, std::uint64_t count) const {
    const DocumentValue* const said = next->Find(name);
    if (said != nullptr && said->whole && static_cast<std::uint64_t>(*said->whole) == count) return;
    Fail("the export is not complete: its last line counts other " + std::string(name) + " than the " +
         std::to_string(count) + " before it");
  }
};

ExportReader::ExportReader(const std::string& path) : state_(std::make_unique<State>(path)) {
  if (!CanParseJson()) {
    throw Error(ErrorCode::kUnsupported,
                "this build cannot read JSON: it was compiled without nlohmann's json (Debian: nlohmann-json3-dev)",
                path);
  }
}
ExportReader::~ExportReader() = default;
ExportReader::ExportReader(ExportReader&&) noexcept = default;

std::optional<StoredTrial> ExportReader::Next() {
  State& state = *state_;
  if (!state.next && !state.Read()) return std::nullopt;
  ++state.trials_of_part;
  TrialBuilder builder;
  try {
    const TrialPath path = TrialBuilder::PathOf(*state.next);
    do {
      builder.Add(*state.next);
    } while (state.Read() && TrialBuilder::PathOf(*state.next) == path);
  } catch (const Error& error) {
    // Errors with a path come from the file itself, and already have their position.
    if (!error.path().empty()) throw;
    throw Error(ErrorCode::kBadProfile, error.cause(), state.path, Place::Line(state.lines.number()));
  }
  return builder.Take();
}

bool ExportReader::IsCounted() const { return state_->is_counted; }

}  // namespace profdiff
