// SPDX-License-Identifier: GPL-3.0-or-later
// The format of a thread's profile, as TAU's manual describes it and as TAU 2.18 to 2.34 write it:
//   N templated_functions_MULTI_METRIC
//   # Name Calls Subrs Excl Incl [SumExclSqr] [ProfileCalls] [# <metadata>…]
//   "NAME" CALLS SUBRS EXCLUSIVE INCLUSIVE [SQUARES] 0 GROUP="A|B"       N times
//   M aggregates                                                         and M lines
//   K userevents, a line that begins with #
//   "NAME" COUNT MAX MIN MEAN SQUARES                                    K times
// A row whose name has no " => " is a function. A row "a => b" has the part of b's values that belongs to calls by a;
// longer paths alike. TAU cuts paths at the top to a length, so that only shorter ones are known to be whole. An event
// "EVENT : PATH" has the part of EVENT's values that belongs to a path.
#include "read/regions/tau_file.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/parse_text.h"
#include "base/text.h"
#include "read/regions/tau_names.h"

namespace profdiff {

namespace {

constexpr std::string_view kTauFormat = "tau";
constexpr double kWrap = 4294967296;  // 2^32 microseconds

// Returns the value of a name in the metadata; empty if it has none.
std::string_view TauMetadata(std::string_view header, std::string_view name) {
  const std::string key = "<name>" + std::string(name) + "</name><value>";
  const std::size_t at = header.find(key);
  if (at == std::string_view::npos) return {};
  header.remove_prefix(at + key.size());
  return header.substr(0, header.find('<'));
}

}  // namespace

class TauFileReader {
 public:
  TauFileReader(ByteSource& source, const std::string& path, std::uint32_t location, TauTable& all)
      : lines_(source), path_(path), location_(location), all_(all) {}

  void Read() {
    ReadHeader();
    for (std::uint64_t row = 0; row < rows_; ++row) {
      RequireLine("row " + std::to_string(row + 1) + " of " + std::to_string(rows_));
      ReadRow();
    }
    if (!lines_.Next(line_)) return;
    const std::uint64_t aggregates = CountOf("aggregates");
    for (std::uint64_t i = 0; i < aggregates; ++i) RequireLine("an aggregate");
    if (lines_.Next(line_) && !Trimmed(line_).empty()) ReadEvents(CountOf("userevents"));
  }

  std::vector<TauTable::EventRow> events;

 private:
  [[noreturn]] void Fail(ErrorCode code, const std::string& reason) const {
    throw Error(code, reason, path_, Place::Line(lines_.number(), std::string(kTauFormat)));
  }

  void RequireLine(const std::string& what) {
    if (!lines_.Next(line_)) Fail(ErrorCode::kTruncated, "ends before " + what);
  }

  // Returns the number of a line such as "0 aggregates".
  std::uint64_t CountOf(std::string_view what) {
    std::string_view rest = line_;
    const auto count = NumberFrom<std::uint64_t>(TakeWord(rest));
    if (!count || Trimmed(rest) != what) Fail(ErrorCode::kBadProfile, "no number of " + std::string(what));
    return *count;
  }

  void ReadHeader() {
    RequireLine("its first line");
    std::string_view rest = line_;
    const auto rows = NumberFrom<std::uint64_t>(TakeWord(rest));
    std::string_view title = TakeWord(rest);
    if (!rows || !title.starts_with("templated_functions")) Fail(ErrorCode::kBadProfile, "no number of functions");
    rows_ = *rows;
    constexpr std::string_view kMulti = "_MULTI_";
    const std::size_t multi = title.find(kMulti);
    std::string name = multi == std::string_view::npos ? "" : std::string(title.substr(multi + kMulti.size()));
    RequireLine("its heading");
    if (!line_.starts_with('#')) Fail(ErrorCode::kBadProfile, "no heading");
    if (const std::string_view told = TauMetadata(line_, "Metric Name"); !told.empty()) name = told;
    if (name.empty()) name = "Time";
    if (const auto depth = NumberFrom<std::uint32_t>(TauMetadata(line_, "TAU_CALLPATH_DEPTH"))) {
      all_.cut_ = all_.cut_ == 0 ? *depth : std::min(all_.cut_, *depth);
    }
    const bool is_time = name.find("TIME") != std::string::npos || name == "Time";
    can_wrap_ = name == "P_WALL_CLOCK_TIME";
    metric_ = all_.table.FindMetric(MetricOf(name, is_time ? "us" : std::string_view(name)));
    if (name == "TIME" || name == "Time") all_.table.preferred = metric_;
  }

  // Returns the number of a field. Values below 0 are errors of the tool's clock, and count as 0.
  double NumberAt(std::string_view text, const char* what) const {
    const auto number = NumberFrom<double>(text);
    if (!number || !(*number < 1e300)) Fail(ErrorCode::kBadProfile, "the " + std::string(what) + " are no number");
    return std::max(0.0, *number);
  }

  void ReadRow() {
    // Names may contain quotes, but what follows a name has exactly two.
    const std::size_t group_end = line_.rfind('"');
    const std::size_t group =
        group_end == 0 || group_end == std::string_view::npos ? group_end : line_.rfind('"', group_end - 1);
    const std::size_t end =
        group == 0 || group == std::string_view::npos ? std::string_view::npos : line_.rfind('"', group - 1);
    if (!line_.starts_with('"') || end == 0 || end == std::string_view::npos) {
      Fail(ErrorCode::kBadProfile, "no row of a function");
    }
    std::string_view numbers = line_.substr(end + 1, group - end - 1);
    const std::string_view groups = line_.substr(group + 1, group_end - group - 1);
    RegionValue value;
    value.location = location_;
    value.metric = metric_;
    value.calls = NumberAt(TakeWord(numbers), "calls");
    TakeWord(numbers);  // calls of other functions
    value.self = NumberAt(TakeWord(numbers), "exclusive values");
    value.inclusive = NumberAt(TakeWord(numbers), "inclusive values");
    const TauTable::Name& name = all_.FindName(line_.substr(1, end - 1), groups);
    if (name.node == RegionTable::kNone) {
      ++all_.parts_;
      return;
    }
    if (all_.selection_.HasLabels() && !all_.selection_.Keeps(LabelsOf(groups))) return;
    all_.has_wrapped_ = all_.has_wrapped_ || (can_wrap_ && value.self >= kWrap);
    value.node = name.node;
    all_.table.values.push_back(value);
  }

  static RegionSelection::Labels LabelsOf(std::string_view groups) {
    RegionSelection::Labels labels;
    while (!groups.empty()) labels.emplace_back("group", std::string(Trimmed(TakeUpTo(groups, '|'))));
    return labels;
  }

  void ReadEvents(std::uint64_t count) {
    if (count != 0) RequireLine("the heading of its events");
    for (std::uint64_t row = 0; row < count; ++row) {
      RequireLine("event " + std::to_string(row + 1) + " of " + std::to_string(count));
      const std::size_t end = line_.rfind('"');
      if (!line_.starts_with('"') || end == 0 || end == std::string_view::npos) {
        Fail(ErrorCode::kBadProfile, "no row of an event");
      }
      std::string_view numbers = line_.substr(end + 1);
      const double times = NumberAt(TakeWord(numbers), "numbers of an event");
      TakeWord(numbers);  // maximum
      TakeWord(numbers);  // minimum
      const double mean = NumberAt(TakeWord(numbers), "means of an event");
      events.push_back({CollapsedBlanks(line_.substr(1, end - 1)), RegionTable::kNone, times * mean});
    }
  }

  TextLines lines_;
  std::string_view line_;
  const std::string& path_;
  const std::uint32_t location_;
  TauTable& all_;
  std::uint64_t rows_ = 0;
  std::uint32_t metric_ = 0;
  bool can_wrap_ = false;
};

void TauTable::Add(ByteSource& source, const std::string& path, std::uint32_t location) {
  TauFileReader reader(source, path, location, *this);
  const std::size_t begin = table.values.size();
  const auto end_file = [&] { files_.emplace_back(begin, table.values.size()); };
  try {
    reader.Read();
  } catch (const Error&) {
    end_file();
    throw;
  }
  end_file();
  AddEvents(std::move(reader.events), location);
}

const TauTable::Name& TauTable::FindName(std::string_view text, std::string_view groups) {
  const auto [at, is_new] = names_.try_emplace(std::string(text));
  Name& name = at->second;
  if (!is_new || IsTauPart(text, groups)) return name;
  for (const std::string_view part : SplitTauPath(text)) {
    const TauFunction function = TauFunctionOf(part);
    const FunctionId id = table.FindFunction(function.name, function.file);
    name.node = table.FindNode(name.node, id);
    ++name.depth;
    if (name.node == depths_.size()) depths_.push_back(name.depth);
    // The groups of a row are those of its last function.
    table.kinds[id.value] = {TauKind(function.name, groups), std::string(groups)};
  }
  return name;
}

// Adds the sum of each event's values. Those whose path is known belong to the last function of the path, and only the
// rest to no function.
void TauTable::AddEvents(std::vector<EventRow> rows, std::uint32_t location) {
  if (selection_.HasLabels()) return;
  std::erase_if(rows, [this](const EventRow& row) {
    const bool is_marker = row.name.starts_with("[GROUP=");
    markers_ += is_marker ? 1 : 0;
    return is_marker;
  });
  std::set<std::string, std::less<>> known;
  for (const EventRow& row : rows) known.insert(row.name);
  HashMap<std::string, double> of_paths;
  for (EventRow& row : rows) {
    constexpr std::string_view kOf = " : ";
    const std::string_view name = row.name;
    for (std::size_t at = name.find(kOf); at != std::string_view::npos; at = name.find(kOf, at + 1)) {
      if (!known.contains(name.substr(0, at))) continue;
      const TauFunction function = TauFunctionOf(SplitTauPath(name.substr(at + kOf.size())).back());
      row.node = table.FindNode(RegionTable::kNone, table.FindFunction(function.name, function.file));
      if (row.node == depths_.size()) depths_.push_back(1);
      row.name.resize(at);
      of_paths[row.name] += row.sum;
      break;
    }
  }
  for (const EventRow& row : rows) {
    const bool is_size = row.name.find("size") != std::string::npos || row.name.find("ytes") != std::string::npos;
    const std::uint32_t metric = table.FindMetric(MetricOf(row.name, is_size ? "bytes" : std::string_view(row.name)));
    const auto part = of_paths.find(row.name);
    const double rest = row.node != RegionTable::kNone || part == of_paths.end() ? 0 : part->second;
    const double sum = std::max(0.0, row.sum - rest);
    if (sum > 0) table.values.push_back({row.node, location, metric, sum, sum, 0});
  }
}

// True if the rows with paths make a tree. The longest paths may have been cut at the top, unless they begin with a
// function that is never called.
bool TauTable::HasWholePaths() const {
  std::vector<bool> is_called(table.names.size());
  std::uint32_t longest = 1;
  for (std::size_t node = 0; node < table.nodes.size(); ++node) {
    if (depths_[node] > 1) is_called[table.nodes[node].function.value] = true;
    longest = std::max(longest, depths_[node]);
  }
  if (longest == 1) return false;
  const std::uint32_t cut = cut_ == 0 ? longest : cut_;
  std::vector<FunctionId> first(table.nodes.size());  // by node: the first function of its path
  for (std::size_t node = 0; node < table.nodes.size(); ++node) {
    const RegionTable::Node& own = table.nodes[node];
    first[node] = own.parent == RegionTable::kNone ? own.function : first[own.parent];
    if (depths_[node] >= cut && depths_[node] > 1 && is_called[first[node].value]) return false;
  }
  return true;
}

// The row of a function has the values of all its paths. What is left of it without those belongs to calls that have no
// row with a path: those of the outermost function.
void TauTable::MoveRestToTop() {
  struct Sums {
    double self = 0, calls = 0;
  };
  std::vector<Sums> below(table.names.size());  // by function
  for (const auto& [begin, end] : files_) {
    std::ranges::fill(below, Sums());
    for (std::size_t i = begin; i < end; ++i) {
      const RegionValue& value = table.values[i];
      if (depths_[value.node] < 2) continue;
      Sums& sums = below[table.nodes[value.node].function.value];
      sums.self += value.self;
      sums.calls += value.calls;
    }
    for (std::size_t i = begin; i < end; ++i) {
      RegionValue& value = table.values[i];
      if (depths_[value.node] > 1) continue;
      Sums& sums = below[table.nodes[value.node].function.value];
      value.self = std::max(0.0, value.self - sums.self);
      value.calls = std::max(0.0, value.calls - sums.calls);
      sums = {};
    }
  }
}

RegionTable TauTable::Take(const std::string& path) {
  table.has_calls = true;
  table.is_tree = HasWholePaths();
  if (table.is_tree) MoveRestToTop();
  if (parts_ != 0) {
    table.remarks.emplace_back(ErrorCode::kReading,
                               "left out: " + Plural(parts_, "row") +
                                   " of samples, or of calls with certain parameters, whose values other rows contain",
                               path);
  }
  if (markers_ != 0) {
    table.remarks.emplace_back(ErrorCode::kReading,
                               "left out: " + Plural(markers_, "event") + " that only repeat an extreme value", path);
  }
  if (has_wrapped_) {
    table.remarks.emplace_back(
        "times of P_WALL_CLOCK_TIME of 2^32 microseconds or more: the tool that wrote them may have added 2^32", path);
  }
  return std::move(table);
}

}  // namespace profdiff
