// SPDX-License-Identifier: GPL-3.0-or-later
// Reads experiments in Cube's format, version 4: a tar archive with a description (anchor.xml), and an index and values
// for each metric. Both the archive and the description may be packed. Metrics that are formulas over others have no
// values and are left out, and so are minima and maxima, which cannot be added up.
// Tests: tests/unit/read/cube/cube_test.cpp.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "read/cube/anchor.h"
#include "read/cube/archive.h"
#include "read/cube/readers.h"
#include "read/cube/values.h"
#include "read/file/file.h"
#include "read/file/unpacked.h"
#include "read/regions/region_table.h"
#include "read/trace/folder.h"

namespace profdiff {
namespace {

constexpr std::string_view kCubeCalls = "visits";

// Text in memory as a source of bytes.
class TextSource : public ByteSource {
 public:
  explicit TextSource(std::string_view text) : text_(text) {}
  std::size_t Read(char* buffer, std::size_t size) override {
    const std::string_view got = text_.substr(0, size);
    std::ranges::copy(got, buffer);
    text_.remove_prefix(got.size());
    return got.size();
  }

 private:
  std::string_view text_;
};

// Returns the path of an experiment's file: the path itself, or that of the file in the experiment's directory.
std::string CubePathIn(const std::string& path) {
  if (!IsFolder(path)) return path;
  for (const char* name : {"profile.cubex", "summary.cubex", "scout.cubex", "trace.cubex"}) {
    std::string file = JoinPath(path, name);
    if (IsRegularFile(file)) return file;
  }
  return {};
}

class CubeReader {
 public:
  CubeReader(std::string archive, const std::string& path, bool salvages)
      : archive_(std::move(archive)), path_(path), salvages_(salvages) {
    ArchiveMembers found = MembersOf(archive_);
    if (found.is_cut) {
      const Error cut(ErrorCode::kTruncated, "the archive ends within a file", path_, Place::Whole("cube"));
      if (!salvages_) throw Error(cut);
      table_.missing.push_back(WithConsequence(cut.message(), "what follows is left out"));
    }
    members_ = std::move(found.members);
    ReadAnchor();
    table_.has_calls = std::ranges::any_of(anchor_.metrics, IsCalls);
  }

  // The metrics that can be read; their order is that of the events.
  RegionTable& table() { return table_; }

  // Reads the values of a metric of the table, or of all of them.
  void ReadMetric(std::optional<std::size_t> wanted) {
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const CubeMetric& metric = anchor_.metrics[sources_[i]];
      const bool is_wanted = !wanted || *wanted == i;
      if (!is_wanted && !IsCalls(metric)) continue;
      const std::uint32_t metric_id = static_cast<std::uint32_t>(i);
      ReadOrSalvage([&] { ReadValues(metric, is_wanted ? metric_id : RegionTable::kNone); });
      if (is_wanted && metric.is_inclusive()) table_.SubtractCallees(metric_id, RegionTable::WithoutValue::kIsZero);
    }
  }

 private:
  static bool IsCalls(const CubeMetric& metric) { return metric.name == kCubeCalls; }

  template <class Read>
  void ReadOrSalvage(const Read& read) {
    try {
      read();
    } catch (const Error& error) {
      if (!salvages_) throw;
      table_.missing.push_back(WithConsequence(error.message(), "what follows in this metric is left out"));
    }
  }

  void ReadAnchor() {
    constexpr std::uint64_t kLargestAnchor = std::uint64_t{1} << 30;  // bytes after unpacking
    const auto member = members_.find("anchor.xml");
    if (member == members_.end()) {
      throw Error(ErrorCode::kBadProfile, "the archive has no anchor.xml", path_, Place::Whole("cube"));
    }
    TextSource packed(member->second);
    UnpackedSource unpacked(packed, path_, kLargestAnchor, /*salvage=*/false);
    anchor_ = ParseCubeAnchor(ReadRest(unpacked, 0, kLargestAnchor), path_, table_);
    std::uint64_t left_out = 0;
    for (std::size_t i = 0; i < anchor_.metrics.size(); ++i) {
      const CubeMetric& metric = anchor_.metrics[i];
      if (!members_.contains(metric.id + ".data") || !members_.contains(metric.id + ".index")) continue;
      const bool is_formula = metric.type != "INCLUSIVE" && metric.type != "EXCLUSIVE";
      if (is_formula || CubeNumbersOf(metric.number_type).size == 0) {
        ++left_out;
        continue;
      }
      AddMetric(i);
    }
    if (sources_.empty()) {
      throw Error(ErrorCode::kBadProfile, "no metric with values that can be added up", path_, Place::Whole("cube"));
    }
    if (left_out != 0) {
      table_.remarks.emplace_back(
          ErrorCode::kReading,
          "left out: " + Plural(left_out, "metric") + " whose values cannot be added up, such as minima and maxima",
          path_);
    }
  }

  void AddMetric(std::size_t number) {
    const CubeMetric& metric = anchor_.metrics[number];
    const bool is_unnamed = metric.unit.empty() || metric.unit == "#" || metric.unit == "occ";
    const std::size_t known = table_.metrics.size();
    table_.FindMetric(MetricOf(metric.name, is_unnamed ? metric.name : metric.unit));
    if (table_.metrics.size() == known) return;  // a second metric of the same name
    sources_.push_back(number);
    const bool is_time = table_.metrics.back().event.rate != 1;
    if (is_time && (!table_.preferred || metric.name == "time")) table_.preferred = known;
  }

  void ReadValues(const CubeMetric& metric, std::uint32_t metric_id) {
    const CubeFiles files{members_.find(metric.id + ".index")->second, members_.find(metric.id + ".data")->second,
                          metric.id + ".data"};
    const std::vector<std::uint32_t> order = CubeRowOrder(anchor_, metric.is_inclusive());
    const auto use = [&](std::uint32_t position, const std::vector<double>& values) {
      if (position >= order.size()) {
        throw Error(
            ErrorCode::kBadProfile,
            files.name + " has a row for node " + std::to_string(position) + " of " + std::to_string(order.size()),
            path_, Place::Whole("cube"));
      }
      const std::uint32_t node = anchor_.nodes[order[position]].node;
      for (std::uint32_t location = 0; location < values.size(); ++location) {
        const double value = values[location];
        if (value == 0) continue;
        table_.values.push_back({node, location, metric_id, value, value, IsCalls(metric) ? value : 0});
        if (!IsCalls(metric) || metric_id == RegionTable::kNone) continue;
        // The calls count for all other metrics, too.
        table_.values.back().calls = 0;
        table_.values.push_back({node, location, RegionTable::kNone, 0, 0, value});
      }
    };
    ReadCubeValues(files, CubeNumbersOf(metric.number_type), table_.locations.size(), path_, use);
  }

  const std::string archive_;
  const std::string& path_;
  const bool salvages_;
  std::map<std::string, std::string_view, std::less<>> members_;
  RegionTable table_;
  CubeAnchor anchor_;
  std::vector<std::size_t> sources_;  // by metric of the table: its index in the description
};

std::string ArchiveIn(ByteSource& source, const std::string& path) {
  std::string archive = ReadRest(source, 0, kLargestUnpacked);
  if (archive.size() > kLargestUnpacked) {
    throw Error(ErrorCode::kUnsupported, "more than 1 GiB of values", path, Place::Whole("cube"));
  }
  return archive;
}

// Calls `use` with the bytes of an experiment, whose path may be a directory.
template <class Use>
auto WithCube(ByteSource& source, const std::string& path, const Use& use) {
  if (!IsFolder(path)) return use(source);
  return WithUnpacked(CubePathIn(path), use);
}

// Leaves out the values of functions whose labels are not wanted. Values are own values by now.
RegionTable Selected(RegionTable table, const RegionSelection& selection) {
  if (!selection.HasLabels()) return table;
  std::erase_if(table.values, [&](const RegionValue& value) {
    if (value.node == RegionTable::kNone) return true;
    const FunctionId function = table.nodes[value.node].function;
    return !selection.Keeps({{"paradigm", table.kinds[function.value].group}});
  });
  return table;
}

}  // namespace

// A .cubex file begins with any of its members.
bool IsCube(const FirstBytes& file) {
  if (file.is_folder) {
    return !CubePathIn(file.path).empty() && !IsRegularFile(JoinPath(file.path, "traces.otf2"));
  }
  if (!IsArchive(file.bytes)) return false;
  const std::string_view name = FirstMemberOf(file.bytes);
  const std::size_t dot = name.find('.');
  if (name == "anchor.xml" || name == "remapping.spec") return true;
  const std::string_view id = name.substr(0, dot), extension = dot == std::string_view::npos ? "" : name.substr(dot);
  return !id.empty() && id.find_first_not_of("0123456789") == std::string_view::npos &&
         (extension == ".data" || extension == ".index");
}

StackProfile ReadCube(const StackInput& input) {
  return WithCube(input.bytes, input.path, [&](ByteSource& source) {
    CubeReader reader(ArchiveIn(source, input.path), input.path, input.options.salvage);
    std::vector<StackEvent> events;
    for (const RegionMetric& metric : reader.table().metrics) events.push_back(metric.event);
    reader.ReadMetric(ChooseEvent(input, events, reader.table().preferred));
    return StacksOfRegions(input, Selected(std::move(reader.table()), RegionSelection(input.options)));
  });
}

Measurements MeasureCube(ByteSource& source, const std::string& path, const MeasureOptions& options) {
  return WithCube(source, path, [&](ByteSource& bytes) {
    CubeReader reader(ArchiveIn(bytes, path), path, options.salvage);
    reader.ReadMetric(std::nullopt);
    return MeasureRegions(std::move(reader.table()), path, options);
  });
}

RegionTable ReadCubeFile(const std::string& path, const RegionSelection& selection) {
  return WithUnpacked(path, [&](ByteSource& source) {
    CubeReader reader(ArchiveIn(source, path), path, selection.salvages());
    reader.ReadMetric(std::nullopt);
    return Selected(std::move(reader.table()), selection);
  });
}

std::vector<std::uint32_t> RanksOfCube(const std::string& path) {
  return WithUnpacked(CubePathIn(path), [&](ByteSource& source) {
    CubeReader reader(ArchiveIn(source, path), path, /*salvages=*/true);
    return RanksOfRegions(reader.table());
  });
}

void ListCubeFiles(const std::string& path, std::vector<std::string>& files) { files.push_back(CubePathIn(path)); }

}  // namespace profdiff
