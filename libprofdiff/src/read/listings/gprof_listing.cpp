// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the listings of gprof, which egprof writes byte for byte: the flat profile, the call graph and the index of the
// call graph. A file may have only some of them. People keep these texts and not the programs and profiles from which
// they were made.
//
// What the text does not have: times below half a unit of the last digit, and the callers of calls from code without
// symbols. Inclusive times are propagated again along the counts of the call graph, because the printed ones are sums
// of rounded times. Source: GPROF.md, sections 10 and 11; the format of gprof's manual.
// Tests: tests/unit/read/listings/gprof_listing_test.cpp.
#include "read/listings/gprof_listing.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/parse_text.h"
#include "base/text.h"
#include "read/file/text_lines.h"
#include "read/listings/listed_functions.h"
#include "read/listings/listing_lines.h"

namespace profdiff {
namespace {

constexpr std::string_view kFlat = "Flat profile:", kGraph = "\t\t     Call graph";
constexpr std::string_view kSampleCounts = "Each sample counts as ", kGranularity = "granularity: ";
constexpr double kRounding = 0.005;  // times have two decimals

// True for a name of a listing by source line, such as "main (file.c:12 @ 401136)".
bool IsNameOfLine(std::string_view name) {
  const std::size_t at = name.rfind(" @ ");
  if (at == std::string_view::npos || !name.ends_with(')') || name.rfind(':', at) == std::string_view::npos) {
    return false;
  }
  const std::string_view address = name.substr(at + 3, name.size() - at - 4);
  return NumberFrom<std::uint64_t>(address, 16).has_value();
}

class ListingReader {
 public:
  explicit ListingReader(const StackInput& input) : input_(input), lines_(input.bytes) {}

  void Parse() {
    std::string_view line;
    while (lines_.Next(line)) ParseLine(line);
    if (in_entry_) Fail(ErrorCode::kTruncated, "the file ends within an entry of the call graph");
  }

  StackProfile Finish() {
    if (functions_.empty()) throw FileError(input_, ErrorCode::kBadProfile, "neither a flat profile nor a call graph");
    if (!(rate_ > 0)) {
      throw FileError(input_, ErrorCode::kBadProfile,
                      "without the line that says for how much time a sample counts: the number of samples is unknown");
    }
    ListedFunctions::Result result = functions_.Take(rate_);
    if (!result.fits) FailOfSize(input_);
    StackProfile read;
    read.path = input_.path;
    read.format = &input_.format;
    Profile& profile = result.profile;
    profile.rate = rate_;
    profile.dimension = unit_;
    profile.abbreviation = unit_.empty() ? ' ' : unit_[0];
    profile.has_histogram = true;
    // The running sum is printed, too: what the rows lack of it was rounded away.
    const double sum = profile.total_ticks / profile.rate;
    if (total_ && *total_ - sum > kRounding) profile.unattributed_ticks = (*total_ - sum) * profile.rate;
    profile.total_ticks += profile.unattributed_ticks;
    StackEvent event;
    event.name = "time";
    event.unit = unit_;
    event.rate = profile.rate;
    event.count = static_cast<std::uint64_t>(std::llround(profile.total_ticks));
    read.events.push_back(std::move(event));
    ChooseEvent(input_, read.events);
    Remark(result, read.remarks);
    read.functions = std::move(result.functions);
    read.counted = std::move(result.profile);
    return read;
  }

 private:
  enum class Part : std::uint8_t { kText, kHeading, kRows, kEntries, kIndex };

  [[noreturn]] void Fail(ErrorCode code, const std::string& reason) const {
    throw FileError(input_, code, reason, Place::Line(lines_.number()));
  }

  void ParseLine(std::string_view line) {
    if (line == kFlat || line == "flat profile:") return Begin(Part::kHeading);
    if (line.starts_with(kSampleCounts)) return ParseSample(line.substr(kSampleCounts.size()));
    if (line.starts_with(kGranularity)) return ParseGranularity(line.substr(kGranularity.size()));
    if (line.starts_with(" time ") && line.find(" name") != std::string_view::npos) return ParseUnits(line);
    if (line.starts_with("index") && line.find("time    self") != std::string_view::npos) return Begin(Part::kEntries);
    if (line == "Index by function name") return Begin(Part::kIndex);
    if (part_ == Part::kHeading && line.ends_with(" in all.")) {
      Fail(ErrorCode::kUnsupported,
           "a listing of another profiler's file, whose numbers are rounded and may be of any unit: compare that file");
    }
    if (part_ == Part::kRows) return ParseRow(line);
    if (part_ == Part::kEntries) return ParseOfEntry(line);
    if (part_ == Part::kIndex) functions_.AddIndexLine(line);
  }

  void Begin(Part part) {
    if (in_entry_) Fail(ErrorCode::kBadProfile, "an entry of the call graph without its end");
    if (part != Part::kHeading && std::exchange(has_[static_cast<std::size_t>(part)], true)) {
      Fail(ErrorCode::kUnsupported, "more than one listing in a file");
    }
    part_ = part;
  }

  // Parses "0.01 seconds.".
  void ParseSample(std::string_view text) {
    const std::optional<double> period = NumberFrom<double>(TakeUpTo(text, ' '));
    if (!period || !(*period > 0) || !std::isfinite(1 / *period)) {
      Fail(ErrorCode::kBadProfile, "a sample counts as no time");
    }
    rate_ = 1 / *period;
    if (text.ends_with('.')) text.remove_suffix(1);
    unit_ = text;
  }

  // Parses "each sample hit covers 2 byte(s) for 5.25% of 0.19 seconds". A sample counts as that share of the total.
  // Both are rounded, so the period is only known to lie between two limits. If gprof's usual period does, it is that;
  // otherwise the longest one is taken, with which noise is largest.
  void ParseGranularity(std::string_view text) {
    constexpr double kUsualRate = 100;
    const std::size_t at = text.find(" byte(s) for ");
    if (at == std::string_view::npos) return;
    text.remove_prefix(at + std::string_view(" byte(s) for ").size());
    const std::optional<double> percent = NumberFrom<double>(TakeUpTo(text, '%'));
    TakeWord(text);
    const std::optional<double> total = NumberFrom<double>(TakeWord(text));
    if (!percent || !total) return;
    if (!total_) total_ = *total;
    if (rate_ != 0) return;
    const auto rate_of = [&](double sign) {
      return 100 / ((*percent + sign * kRounding) * (*total + sign * kRounding));
    };
    const double least = rate_of(1), most = rate_of(-1);
    rate_ = least <= kUsualRate && (most < 0 || kUsualRate <= most) ? kUsualRate : least;
    unit_ = Trimmed(text);
  }

  // Parses the second line of titles, " time   seconds   seconds    calls  ms/call  ms/call  name".
  void ParseUnits(std::string_view line) {
    Begin(Part::kRows);
    TakeWord(line);
    const std::string_view unit = TakeWord(line);
    if (unit_.empty()) unit_ = unit;
  }

  void ParseRow(std::string_view line) {
    if (line.empty() || line.starts_with('\f')) {
      part_ = Part::kText;
      return;
    }
    std::optional<ListedRow> row = ParseListedRow(line);
    if (!row) Fail(ErrorCode::kBadProfile, "no row of a flat profile");
    // With -T, the number of the entry follows the name, as in the call graph.
    const ListedName name = ParseListedName(row->name);
    if (name.number != 0) row->name = name.name;
    RefuseLines(row->name);
    total_ = row->cumulative;
    functions_.AddRow(*row);
  }

  void ParseOfEntry(std::string_view line) {
    if (line.starts_with("-----")) return EndEntry();
    if (line.empty() || line.starts_with("  ") || line.starts_with('[')) return ParseEntryLine(line);
    if (in_entry_) Fail(ErrorCode::kBadProfile, "no line of a call graph");
    part_ = Part::kText;  // the explanation, or the page after the call graph
  }

  void ParseEntryLine(std::string_view line) {
    // With -T, the titles have a third line.
    if (line.empty() || (!in_entry_ && Trimmed(line).starts_with("called/total"))) return;
    in_entry_ = true;
    if (line.starts_with('[')) {
      const std::optional<ListedEntry> entry = ParseListedEntry(line);
      if (!entry || entry_) Fail(ErrorCode::kBadProfile, "no line of a call graph");
      RefuseLines(entry->of.name);
      AddEntry(*entry);
      return;
    }
    if (entry_ && entry_->is_cycle) return;  // the members of a cycle have entries of their own
    const std::optional<ListedCall> call = ParseListedCall(line);
    if (!call) Fail(ErrorCode::kBadProfile, "no line of a call graph");
    if (call->of.number == 0) return;
    if (entry_) return AddCall({entry_->name, entry_->number}, call->of, call->count);
    callers_.push_back({{std::string(call->of.name), call->of.number}, call->count});
  }

  void AddEntry(const ListedEntry& listed) {
    entry_ = OpenEntry{std::string(listed.of.name), listed.of.number, listed.is_cycle};
    if (!listed.is_cycle) functions_.AddEntry(listed);
    for (const Caller& caller : callers_) {
      if (!listed.is_cycle) AddCall({caller.of.name, caller.of.number}, {entry_->name, entry_->number}, caller.count);
    }
    callers_.clear();
  }

  void AddCall(const ListedName& caller, const ListedName& callee, std::uint64_t count) {
    if (functions_.AddCall(caller, callee, count)) return;
    Fail(ErrorCode::kBadProfile, "the entries of caller and callee have different numbers of calls");
  }

  void EndEntry() {
    if (in_entry_ && !entry_) Fail(ErrorCode::kBadProfile, "an entry of the call graph without its own line");
    in_entry_ = false;
    entry_.reset();
  }

  void RefuseLines(std::string_view name) const {
    if (!IsNameOfLine(name)) return;
    Fail(ErrorCode::kUnsupported, "a listing by source line, whose rows have no identity in another build");
  }

  void Remark(const ListedFunctions::Result& result, std::vector<Message>& remarks) const {
    const auto remark = [&](const std::string& text) { remarks.emplace_back(text, input_.path); };
    if (!has_[static_cast<std::size_t>(Part::kEntries)]) {
      remark("a flat profile without a call graph: inclusive times are unknown, and shown as self times");
    }
    if (part_ == Part::kRows && !lines_.has_feed()) {
      remark("the last line has no end: the name of its function may be cut");
    }
    if (result.merged != 0) {
      remark(Plural(result.merged, "row") +
             " of functions with the name of another one: added up, because only the "
             "index of a call graph tells them apart");
    }
  }

  struct OpenEntry {
    std::string name;
    std::uint32_t number;
    bool is_cycle;
  };
  struct Caller {
    struct {
      std::string name;
      std::uint32_t number;
    } of;
    std::uint64_t count;
  };

  const StackInput& input_;
  TextLines lines_;
  ListedFunctions functions_;
  Part part_ = Part::kText;
  bool has_[5] = {};  // by Part
  double rate_ = 0;   // samples per unit of time; 0 if unknown
  std::string unit_;
  std::optional<double> total_;  // rounded
  bool in_entry_ = false;
  std::optional<OpenEntry> entry_;  // set from the entry's own line to its end
  std::vector<Caller> callers_;     // lines of callers before it
};

}  // namespace

bool IsGprofListing(const FirstBytes& file) {
  constexpr std::string_view kBrief44 = "\ngranularity: each sample hit covers ";
  return file.bytes.starts_with("Flat profile:\n") || file.bytes.starts_with("Flat profile:\r\n") ||
         file.bytes.starts_with(kGraph) || file.bytes.starts_with("\n\n\nflat profile:\n") ||
         file.bytes.starts_with(kBrief44);
}

StackProfile ReadGprofListing(const StackInput& input) { return ReadWith<ListingReader>(input); }

}  // namespace profdiff
