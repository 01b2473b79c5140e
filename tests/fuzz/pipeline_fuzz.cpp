// SPDX-License-Identifier: GPL-3.0-or-later
// Runs two executions through all code that adds up, subtracts and writes profiles.
#include <cmath>
#include <optional>

#include "fuzz/execution_input.h"
#include "profdiff/difference.h"
#include "profdiff/formats.h"
#include "profdiff/listing.h"
#include "profdiff/profile.h"
#include "profdiff/ranks.h"
#include "profdiff/significance.h"
#include "report/format/cost_formats.h"
#include "values/line_rows.h"
#include "values/ordering.h"

namespace {

using namespace profdiff;

constexpr MachineListings kAllListings = {true, true, true};

const TableFormat& Csv() { return *FindTableFormat("csv"); }
const TableFormat& Json() { return *FindTableFormat("json"); }

ListingOptions OptionsFrom(std::uint8_t byte) {
  ListingOptions options;
  options.brief = (byte & 1) != 0;
  options.traditional = (byte & 2) != 0;
  options.show_unused = (byte & 4) != 0;
  options.limit = (byte & 8) != 0 ? 2 : 0;
  options.names.demangle = (byte & 16) != 0 ? DemangleStyle::kNone : DemangleStyle::kAuto;
  options.names.full_paths = (byte & 32) != 0;
  options.names.source_lines = (byte & 64) != 0;
  options.index_width = byte;
  return options;
}

// Writes the text listings of an execution. Also used for the growth of a difference, which has the form of an
// execution.
void WriteForPeople(const Execution& execution, const ListingOptions& options) {
  std::string out;
  const EntryOrder order = NumberEntries(execution);
  WriteFlatProfile(out, execution, order, options);
  WriteCallGraph(out, execution, order, options);
  WriteIndex(out, execution, order, options);
  WriteExecCounts(out, execution, options);
  const Adjacency listed = ListArcs(execution, order, options);
  WriteFunctionOrder(out, execution.functions, FindFunctionOrder(execution.functions, execution.profile, {}, &listed));
}

void WriteForPrograms(const Execution& execution, const ListingOptions& options) {
  std::string out;
  WriteGml(out, execution, {options.limit, options.brief, options.show_unused, options.names});
  WriteListings(out, Csv(), execution, "", kAllListings, options);
  fuzz::Accepts([&] { WriteListings(out, Json(), execution, "label \"\xff\"", kAllListings, options); });
  fuzz::Accepts([&] { WriteCallgrind(out, execution, "label\nsecond line", options.names.demangle); });
  fuzz::Accepts([&] { WriteFolded(out, execution, options.names.demangle); });
}

void Annotate(const Execution& execution, bool all) {
  AnnotationOptions options;
  options.all_lines = options.show_unused = all;
  SourceAnnotator annotator(execution, options);
  std::string out;
  for (SourceFileId file : FilesToAnnotate(execution, all)) {
    annotator.WriteHeading(out, file);
    annotator.Write(out, file, "one\ntwo\n\nfour and no end");
  }
}

// One side of a difference. Each member is made from the members before it.
struct Side {
  Side(const fuzz::ExecutionInput& input, SpecRules rules)
      : functions(input.functions),
        selection(Select(functions, input.specs, rules)),
        profile(MakeProfile(functions, input.records, selection)) {
    if (!functions.by_line || rules == SpecRules::kGprof) return;
    const LineRows rows = JoinLines(functions);
    functions = rows.functions;
    selection = JoinLines(selection, rows);
    profile = JoinLines(profile, rows);
  }

  SideInput Input() const { return {functions, profile, selection}; }

  FunctionTable functions;
  Selection selection;
  Profile profile;
};

// Returns nullopt if calls add up to more than 64 bits, because no reader accepts such files.
std::optional<Side> SideFrom(const fuzz::ExecutionInput& input, SpecRules rules) {
  std::optional<Side> side;
  fuzz::Accepts([&] { side.emplace(input, rules); });
  return side;
}

// Checks that sums can be written and read. Large counts are skipped, because they would be spread over many records of
// 32 bits.
void CheckSum(const fuzz::ExecutionInput& input, const Side& side) {
  static fuzz::MemoryFile file;
  for (const Arc& arc : side.profile.arcs) {
    if (arc.count >> 36 != 0) return;
  }
  for (const BlockCount& block : side.profile.blocks) {
    if (block.count >> 36 != 0) return;
  }
  for (const TargetLayout& target : {TargetLayout{8, false, false}, TargetLayout{4, true, false}}) {
    for (GmonLayout layout : {GmonLayout::kMagic, GmonLayout::kBsd, GmonLayout::kBsd44}) {
      file.Fill(EncodeGmon(side.functions, side.profile, input.records, target, layout));
      fuzz::Accepts([&] { ReadGmon(file.path(), target); });
    }
  }
}

void RunClassic(const fuzz::ExecutionInput& input, const ListingOptions& options) {
  const std::optional<Side> made = SideFrom(input, SpecRules::kGprof);
  if (!made) return;
  const Side& side = *made;
  const CallGraph graph = MakeCallGraph(side.profile, side.selection);
  const Execution execution = {side.functions, side.profile, graph, side.selection};
  WriteForPeople(execution, options);
  WriteForPrograms(execution, options);
  Annotate(execution, options.show_unused);
  CheckSum(input, side);
  std::string out;
  WriteFunctionOrder(out, side.functions,
                     FindFunctionOrder(side.functions, side.profile, FindSpecCalls(side.functions, input.specs)));
}

void WriteTexts(const Difference& difference, const Significance* significance, const ListingOptions& options) {
  const SideLabels labels = {"base, \"gmon.out\"", "other\xff"};
  std::string out;
  WriteFlatDifference(out, difference, options);
  WriteGraphDifference(out, difference, options);
  WriteIndexDifference(out, difference, options);
  WriteFlatSideBySide(
      out, difference, labels, options,
      {{"impact", "self", "interval", "deviation", "total", "share", "ratio", "per-call", "calls"}, significance});
  WriteGraphSideBySide(out, difference, labels, options);
  WriteCountsDifference(out, difference, labels, options);
  WriteTotals(out, difference);
  WriteGml(out, difference, {options.limit, options.brief, options.show_unused, options.names});
  WriteListings(out, Csv(), difference, {}, significance, kAllListings, options);
  fuzz::Accepts([&] { WriteListings(out, Json(), difference, labels, significance, kAllListings, options); });
  fuzz::Accepts([&] { WriteFolded(out, difference, options.names.demangle); });
}

// Writes the growth and the shrinkage of a difference as executions. All functions are selected, as when egprof joins
// the selections of both sides.
void WriteGrowth(const Difference& difference, const ListingOptions& options) {
  Selection selection;
  selection.bits.resize(difference.match.functions.size());
  for (Direction direction : {Direction::kGrowth, Direction::kShrink}) {
    const Profile profile = OneSidedProfile(difference, direction);
    const CallGraph graph = MakeCallGraph(profile, selection);
    const Execution execution = {difference.match.functions, profile, graph, selection};
    WriteForPeople(execution, options);
    WriteForPrograms(execution, options);
  }
}

void WriteAllRanks(const Match& match, const Side& base, const Side& other, const ListingOptions& options) {
  RankStatistics base_ranks, other_ranks;
  for (std::uint32_t rank = 0; rank < 2; ++rank) base_ranks.Add(base.profile, rank);
  other_ranks.Add(other.profile, 0);
  std::string out;
  WriteRanks(out, *FindTableFormat("text"), base.functions, base_ranks, "", options);
  WriteRanks(out, Csv(), base.functions, base_ranks, "", options);
  WriteRanks(out, *FindTableFormat("text"), match, base_ranks, other_ranks, {}, options);
  WriteRanks(out, Csv(), match, base_ranks, other_ranks, {}, options);
  fuzz::Accepts([&] {
    WriteRanks(out, Json(), base.functions, base_ranks, "label", options);
    WriteRanks(out, Json(), match, base_ranks, other_ranks, {"base", "other"}, options);
  });
}

// Judges one run on each side, or four identical runs on each side if `many`.
Significance JudgeRuns(const Difference& difference, const Side& base, const Side& other, bool many) {
  const std::size_t runs = many ? 4 : 1;
  const std::vector<Profile> base_runs(runs, base.profile), other_runs(runs, other.profile);
  return Judge(difference, MakeRunTable(base_runs), MakeRunTable(other_runs));
}

// Subtracts two executions, judges the difference, and writes it. Bits of `kind`: 2 if both sides have the same image,
// 4 to judge the difference (which takes half of the time), 8 to judge several runs.
void RunDifference(const fuzz::ExecutionInput& base_input, const fuzz::ExecutionInput& other_input, std::uint8_t kind,
                   const ListingOptions& options) {
  static const Renames renames({{"^leaf$=g", false}, {"f=h", true}});
  const std::optional<Side> made_base = SideFrom(base_input, SpecRules::kExact);
  const std::optional<Side> made_other = SideFrom(other_input, SpecRules::kExact);
  if (!made_base || !made_other) return;
  const Side &base = *made_base, &other = *made_other;
  Diagnostics diagnostics;
  Difference difference;
  const bool is_subtracted = fuzz::Accepts([&] {
    difference = Subtract(base.Input(), other.Input(),
                          MatchFunctions(base.functions, other.functions, (kind & 2) != 0, &renames), diagnostics);
  });
  if (!is_subtracted) return;  // refused because of too many calls
  Significance significance;
  const bool judged =
      (kind & 4) != 0 && fuzz::Accepts([&] { significance = JudgeRuns(difference, base, other, (kind & 8) != 0); });
  WriteTexts(difference, judged ? &significance : nullptr, options);
  WriteGrowth(difference, options);
  std::string out;
  WriteMatches(out, difference.match, base.functions, other.functions);
  WriteSuggestions(out, difference.match, SuggestRenames(difference, base.functions, other.functions));
  WriteAllRanks(difference.match, base, other, options);
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  const ListingOptions options = OptionsFrom(input.Byte());
  const std::uint8_t kind = input.Byte();
  const bool by_line = (kind & 1) != 0, same_image = (kind & 2) != 0;
  const fuzz::ExecutionInput base = fuzz::ExecutionFrom(input, by_line);
  RunClassic(base, options);
  fuzz::ExecutionInput other = same_image ? base : fuzz::ExecutionFrom(input, by_line);
  if (same_image) other.records = fuzz::RecordsFrom(input);
  RunDifference(base, other, kind, options);
  return 0;
}
