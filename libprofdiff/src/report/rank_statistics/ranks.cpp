// SPDX-License-Identifier: GPL-3.0-or-later
// Writes the distribution of work over ranks as text, tables and documents. Columns: profdiff/ranks.h.
//
// Tests: tests/unit/report/rank_statistics/ranks_test.cpp, tests/properties/trust.
#include "profdiff/ranks.h"

#include <algorithm>

#include "base/text.h"
#include "profdiff/formats.h"
#include "report/difference/side_by_side_lines.h"
#include "report/format/text_table.h"
#include "report/gprof/amounts.h"
#include "report/gprof/names.h"
#include "report/machine/fields.h"
#include "report/rank_statistics/documents.h"
#include "report/rank_statistics/rows.h"
#include "values/amount_words.h"
#include "values/rank_numbers.h"

namespace profdiff {
namespace {

constexpr std::string_view kColumns =
    "lost=seconds.lost mean=seconds.mean min=seconds.min minRank=seconds.minRank max=seconds.max "
    "maxRank=seconds.maxRank deviation=seconds.deviation imbalance=seconds.imbalance callsMean=calls.mean "
    "callsMin=calls.min callsMinRank=calls.minRank callsMax=calls.max callsMaxRank=calls.maxRank id address line file "
    "image linkageName name evenChance=seconds.evenChance minPath=seconds.minPath maxPath=seconds.maxPath";
constexpr std::string_view kDifferenceColumns =
    "baseLost=base.lost otherLost=other.lost diffLost=difference.lost baseMean=base.mean otherMean=other.mean "
    "diffMean=difference.mean baseMax=base.max otherMax=other.max diffMax=difference.max baseMaxRank=base.maxRank "
    "otherMaxRank=other.maxRank status match id line file image linkageName name "
    "baseEvenChance=base.evenChance otherEvenChance=other.evenChance baseMaxPath=base.maxPath "
    "otherMaxPath=other.maxPath";

constexpr TableColumn SecondsColumn(std::string_view heading, std::string_view key, int gap = 1) {
  return {.heading = heading, .key = key, .zero = true, .unit = "seconds", .width = 8, .gap = gap};
}
constexpr TableColumn RankColumn(std::string_view key) {
  return {.heading = "at", .key = key, .zero = true, .unit = "rank", .width = 4, .digits = 0};
}
constexpr TableColumn CallsColumn(std::string_view key, std::string_view what, int width, int digits) {
  return {.heading = "calls", .key = key, .unit = what, .width = width, .digits = digits};
}
constexpr TableColumn kName = {.heading = "name", .key = "display", .gap = 2};

constexpr TableColumn kText[] = {SecondsColumn("lost", "seconds.lost", 0),
                                 SecondsColumn("mean", "seconds.mean"),
                                 SecondsColumn("min", "seconds.min"),
                                 RankColumn("seconds.minRank"),
                                 SecondsColumn("max", "seconds.max"),
                                 RankColumn("seconds.maxRank"),
                                 SecondsColumn("stdev", "seconds.deviation"),
                                 {.heading = "imbalance", .key = "percent", .unit = "%", .width = 9, .digits = 1},
                                 {.heading = "chance", .key = "evenPercent", .unit = "%", .width = 6, .digits = 1},
                                 CallsColumn("calls.mean", "mean", 10, 1),
                                 CallsColumn("calls.min", "min", 9, 0),
                                 RankColumn("calls.minRank"),
                                 CallsColumn("calls.max", "max", 9, 0),
                                 RankColumn("calls.maxRank"),
                                 kName};
constexpr TableColumn kSideBySide[] = {
    SecondsColumn("+lost", "base.lost", 0),
    SecondsColumn("-lost", "other.lost"),
    SecondsColumn("diff", "difference.lost"),
    SecondsColumn("+mean", "base.mean"),
    SecondsColumn("-mean", "other.mean"),
    SecondsColumn("diff", "difference.mean"),
    SecondsColumn("+max", "base.max"),
    RankColumn("base.maxRank"),
    SecondsColumn("-max", "other.max"),
    RankColumn("other.maxRank"),
    SecondsColumn("diff", "difference.max"),
    {.heading = "sym", .key = "sides", .unit = "+-", .width = 2, .gap = 2, .left = true},
    kName};

// Below this probability, ranks with equal work hardly explain the imbalance. It is the level of all verdicts.
constexpr double kUneven = 0.05;

// A number derived from a spread (statistics of a value over all ranks). The table below defines the fields of
// functions and of totals, in listings of one execution and of a difference.
struct SpreadNumber {
  const char* name;
  Cell (*of)(const Spread& spread);
};
constexpr SpreadNumber kSpread[] = {{"mean", [](const Spread& spread) -> Cell { return spread.mean(); }},
                                    {"min", [](const Spread& spread) -> Cell { return spread.min(); }},
                                    {"minRank", [](const Spread& spread) -> Cell { return spread.min_rank(); }},
                                    {"max", [](const Spread& spread) -> Cell { return spread.max(); }},
                                    {"maxRank", [](const Spread& spread) -> Cell { return spread.max_rank(); }},
                                    {"deviation", [](const Spread& spread) -> Cell { return spread.Deviation(); }},
                                    {"imbalance", [](const Spread& spread) -> Cell { return spread.Imbalance(); }},
                                    {"lost", [](const Spread& spread) -> Cell { return spread.Lost(); }}};

// Adds a field OBJECT.NAME for each element of kSpread. spread_of(f) returns null if the function has no such spread.
template <class SpreadOf>
void AddSpread(Fields<FunctionId>& fields, const std::string& object, SpreadOf spread_of) {
  for (const SpreadNumber& number : kSpread) {
    fields.Add(object + "." + number.name, [&number, spread_of](FunctionId f) {
      const Spread* spread = spread_of(f);
      return spread != nullptr ? number.of(*spread) : Cell();
    });
  }
}

Cell ChanceCell(const std::optional<double>& chance) { return chance ? Cell(*chance) : Cell(); }

// Adds the spread of self times and its chance. For tables, adds the files of the ranks with the minimum and the
// maximum; documents have a list of all files. id_of(f) returns the function's id in `ranks`, which may be invalid.
template <class IdOfSide>
void AddTimes(Fields<FunctionId>& fields, const std::string& object, const RankStatistics& ranks, IdOfSide id_of) {
  AddSpread(fields, object, [&ranks, id_of](FunctionId f) {
    const FunctionId own = id_of(f);
    return own.valid() ? &ranks.seconds[own.value] : nullptr;
  });
  fields.Add(object + ".evenChance", [&ranks, id_of](FunctionId f) {
    const FunctionId own = id_of(f);
    return own.valid() ? ChanceCell(ranks.EvenChance(own)) : Cell();
  });
  const auto add_path = [&](const char* name, std::uint32_t (Spread::*rank)() const) {
    fields.AddForTables(object + name, [&ranks, id_of, rank](FunctionId f) {
      const FunctionId own = id_of(f);
      return own.valid() ? UnlessEmpty(AsUtf8(ranks.FileOf((ranks.seconds[own.value].*rank)()))) : Cell();
    });
  };
  add_path(".minPath", &Spread::min_rank);
  add_path(".maxPath", &Spread::max_rank);
}

Cell FilesCell(const RankStatistics& ranks) {
  return ListOf(ranks.files, [](const RankFile& file) {
    return Cell::Record{{"rank", file.rank}, {"path", UnlessEmpty(AsUtf8(file.path))}};
  });
}

Cell TotalsCell(const RankStatistics& ranks, const std::string& label) {
  Cell::Record seconds;
  for (const SpreadNumber& number : kSpread) seconds.emplace_back(number.name, number.of(ranks.total_seconds));
  seconds.emplace_back("evenChance", ChanceCell(ranks.EvenChance()));
  Cell::Record totals = {{"label", AsUtf8(label)},
                         {"ranks", ranks.ranks},
                         {"seconds", std::move(seconds)},
                         {"lost", ranks.Lost()},
                         {"files", FilesCell(ranks)}};
  if (!ranks.origin) return totals;
  totals.emplace_back("unit", AsUtf8(ranks.dimension));
  totals.emplace_back("format", AsUtf8(ranks.origin->format));
  totals.emplace_back("event", AsUtf8(ranks.origin->event));
  totals.emplace_back("callsKnown", ranks.calls_known);
  return totals;
}

Amounts AmountsOf(const RankStatistics& ranks, bool has_sign) {
  // Lost time is a sum over ranks, so it can exceed the total of any single rank.
  return AmountsOf(ranks.origin, ranks.dimension, std::max(ranks.total_seconds.max(), ranks.Lost()), has_sign);
}

std::string UnitOf(const RankStatistics& ranks) {
  return ranks.origin ? WithoutControls(ranks.dimension) : std::string("seconds");
}

// Says whether sampling alone explains the imbalance of the ranks.
void AppendChance(std::string& out, std::string_view what, const RankStatistics& ranks) {
  if (ranks.ranks < 2 || ranks.total_seconds.max() <= 0) return;
  out += what;
  const std::optional<double> chance = ranks.EvenChance();
  if (!chance) {
    out += ranks.is_sampled ? "cannot tell imbalance from noise: this build does not judge differences\n"
                            : "these " + AmountsWord(UnitOf(ranks)) +
                                  " were not counted in samples, so noise in the imbalance is unknown\n";
    return;
  }
  const char* const verdict = *chance < kUneven ? "imbalance is more than noise" : "noise can explain the imbalance";
  out.append(verdict).append(": ranks with equal work are as uneven in ");
  const double percent = 100 * *chance;
  out += (percent < 0.1 ? "less than 0.1" : FixedText(percent, 1)) + " % of runs\n";
}

// Names the files of the ranks with the least and the most time. If ranks were counted because their names have no
// numbers, names the first files, too.
void AppendFiles(std::string& out, std::string_view what, const RankStatistics& ranks) {
  constexpr std::size_t kMostNames = 20;
  const std::uint32_t least = ranks.total_seconds.min_rank(), most = ranks.total_seconds.max_rank();
  std::vector<std::string> paths;
  for (const RankFile& file : ranks.files) paths.push_back(file.path);
  const bool names_all = !NumberRanks(paths).from_names;
  std::string text;
  std::size_t named = 0;
  for (const RankFile& file : ranks.files) {
    if (file.path.empty()) continue;
    const bool is_extreme = file.rank == least || file.rank == most;
    if (!is_extreme && (!names_all || ++named > kMostNames)) continue;
    text += (text.empty() ? "rank " : ", rank ") + std::to_string(file.rank) + " is " + WithoutControls(file.path);
  }
  if (!text.empty()) out.append(what).append(text).append("\n");
}

// Returns the number of digits of the largest rank.
int DigitsOfRanks(const RankStatistics& ranks) {
  std::uint32_t largest = 0;
  for (const RankFile& file : ranks.files) largest = std::max(largest, file.rank);
  return static_cast<int>(std::to_string(largest).size());
}

// Sets the unit, the digits and the width of columns of times, and the width of columns of ranks. If calls are unknown,
// their columns show dashes.
std::vector<TableColumn> ColumnsFor(std::span<const TableColumn> columns, std::string_view unit, const Amounts& amounts,
                                    bool calls_known, int rank_digits) {
  std::vector<TableColumn> fitting(columns.begin(), columns.end());
  for (TableColumn& column : fitting) {
    if (column.unit == "rank") column.width = std::max(column.width, rank_digits);
    if (!calls_known && column.key.starts_with("calls.")) column.key = "unknown";
    if (column.unit != "seconds") continue;
    column.unit = unit.substr(0, 8);
    column.digits = amounts.digits;
    column.width = amounts.Width(column.width);
  }
  return fitting;
}

// In tables, the times of a side that lacks a function show 0, because its ranks spent no time in the function.
std::vector<TableColumn> WithZeros(std::vector<TableColumn> columns) {
  for (TableColumn& column : columns) {
    const bool is_of_side = column.key.starts_with("base.") || column.key.starts_with("other.");
    column.zero = is_of_side && !column.key.ends_with("Path") && !column.key.ends_with("evenChance");
  }
  return columns;
}

// A listing of functions: its rows, and the fields that listings of one execution and of a difference share.
class Listing {
 public:
  Listing(const FunctionTable& table, RankRows rows, const ListingOptions& options)
      : rows_(std::move(rows)), texts_(table, options.names.demangle), names_(table, options.names) {
    AddNames(fields_, texts_);
    fields_.AddForTables("display", [this](FunctionId f) { return names_.Display(f); });
    fields_.AddForTables("unknown", [](FunctionId) { return "-"; });
  }

  std::size_t WriteText(std::string& out, std::span<const TableColumn> columns) const {
    StartSection(out);
    TextTableWriter writer(out);
    WriteRows(writer, "ranks", columns, fields_, rows_.functions);
    AppendLeftOut(out, rows_.left_out, "rows");
    out += '\n';
    return rows_.left_out;
  }

  // Writes the listing as a document or a table. write_head(writer) writes the first keys of a document.
  template <class WriteHead>
  std::size_t Write(TableWriter& writer, std::string_view list, WriteHead write_head) const {
    if (writer.IsDocument()) {
      write_head(writer);
      writer.AddValue("leftOut", rows_.left_out);
      WriteObjects(writer, "functions", fields_, rows_.functions);
    } else {
      WriteRows(writer, "ranks", WithZeros(ListColumns(list)), fields_, rows_.functions);
    }
    writer.Finish();
    return rows_.left_out;
  }

 protected:
  const RankRows rows_;
  const FunctionTexts texts_;
  mutable FunctionNames names_;  // mutable because it caches demangled names
  Fields<FunctionId> fields_;
};

class ExecutionListing : public Listing {
 public:
  ExecutionListing(const FunctionTable& table, const RankStatistics& ranks, const ListingOptions& options)
      : Listing(table, RowsOf(ranks, options), options) {
    fields_.Add("address", [this](FunctionId f) { return UnlessEmpty(texts_.Address(f)); });
    AddTimes(fields_, "seconds", ranks, [](FunctionId f) { return f; });
    AddSpread(fields_, "calls", [&ranks](FunctionId f) { return ranks.calls_known ? &ranks.calls[f.value] : nullptr; });
    fields_.AddForTables("percent", [&ranks](FunctionId f) { return 100 * ranks.seconds[f.value].Imbalance(); });
    fields_.AddForTables("evenPercent", [&ranks](FunctionId f) {
      const std::optional<double> chance = ranks.EvenChance(f);
      return chance ? Cell(100 * *chance) : Cell("-");
    });
  }
};

class DifferenceListing : public Listing {
 public:
  DifferenceListing(const Match& match, const RankStatistics& base, const RankStatistics& other,
                    const ListingOptions& options)
      : Listing(match.functions, RowsOf(match, base, other, options), options) {
    const auto pair_of = [&](FunctionId f) { return PairOf(match, base, other, f); };
    // Each side's spreads are indexed by its own function ids, so ids of joined functions are translated with the
    // match.
    const auto id_on = [&match](FunctionId Match::Pair::*id) {
      return [&match, id](FunctionId f) { return match.pairs[f.value].*id; };
    };
    fields_.Add("match", [&match](FunctionId f) { return MatchCell(match.pairs[f.value]); });
    fields_.Add("status", [pair_of](FunctionId f) { return pair_of(f).Status(); });
    AddTimes(fields_, "base", base, id_on(&Match::Pair::base));
    AddTimes(fields_, "other", other, id_on(&Match::Pair::other));
    const auto add_difference = [&](const char* key, auto number) {
      fields_.Add(key, [pair_of, number](FunctionId f) { return number(pair_of(f).base) - number(pair_of(f).other); });
    };
    add_difference("difference.lost", [](const Spread& side) { return side.Lost(); });
    add_difference("difference.mean", [](const Spread& side) { return side.mean(); });
    add_difference("difference.max", [](const Spread& side) { return side.max(); });
    fields_.AddForTables("sides",
                         [pair_of](FunctionId f) { return SidesCell(pair_of(f).in_base, pair_of(f).in_other); });
  }
};

}  // namespace

void AppendRankTotals(std::string& out, std::string_view what, const RankStatistics& ranks) {
  const int digits = AmountsOf(ranks, false).digits;
  const Spread& total = ranks.total_seconds;
  const auto number = [digits](double value) { return FixedText(value, digits); };
  const auto at = [](std::uint32_t rank) { return " (rank " + std::to_string(rank) + ")"; };
  out.append(what).append(std::to_string(ranks.ranks));
  out += " ranks: mean " + number(total.mean()) + ' ' + UnitOf(ranks);
  out += ", least " + number(total.min()) + at(total.min_rank());
  out += ", most " + number(total.max()) + at(total.max_rank());
  out += ", imbalance " + FixedText(100 * total.Imbalance(), 1) + " %, lost " + number(ranks.Lost()) + "\n";
  AppendChance(out, what, ranks);
  AppendFiles(out, what, ranks);
}

namespace {

// Writes the ranks of one execution as text.
std::size_t WriteText(std::string& out, const FunctionTable& table, const RankStatistics& ranks,
                      const ListingOptions& options) {
  const std::string unit = UnitOf(ranks);
  const std::size_t left_out =
      ExecutionListing(table, ranks, options)
          .WriteText(out, ColumnsFor(kText, unit, AmountsOf(ranks, false), ranks.calls_known, DigitsOfRanks(ranks)));
  AppendRankTotals(out, "", ranks);
  return left_out;
}

// Writes the ranks of two executions side by side.
std::size_t WriteText(std::string& out, const Match& match, const RankStatistics& base, const RankStatistics& other,
                      const ListingOptions& options) {
  const std::string unit = UnitOf(base);
  Amounts amounts = AmountsOf(base, true);
  // Both sides use the same columns, whose width must suit the side with the longer numbers.
  amounts.widest = std::max(amounts.widest, AmountsOf(other, true).widest);
  const std::size_t left_out = DifferenceListing(match, base, other, options)
                                   .WriteText(out, ColumnsFor(kSideBySide, unit, amounts, true,
                                                              std::max(DigitsOfRanks(base), DigitsOfRanks(other))));
  AppendRankTotals(out, "base, ", base);
  AppendRankTotals(out, "other, ", other);
  return left_out;
}

}  // namespace

std::size_t WriteRanks(TableWriter& writer, const FunctionTable& table, const RankStatistics& ranks,
                       const std::string& label, const ListingOptions& options) {
  return ExecutionListing(table, ranks, options).Write(writer, kColumns, [&](TableWriter& to) {
    WriteDocumentHead(to, "ranks");
    to.AddValue("profile", TotalsCell(ranks, label));
  });
}

std::size_t WriteRanks(TableWriter& writer, const Match& match, const RankStatistics& base, const RankStatistics& other,
                       const SideLabels& labels, const ListingOptions& options) {
  return DifferenceListing(match, base, other, options).Write(writer, kDifferenceColumns, [&](TableWriter& to) {
    WriteDocumentHead(to, "rankDifference");
    to.AddValue("base", TotalsCell(base, labels.base));
    to.AddValue("other", TotalsCell(other, labels.other));
  });
}

std::size_t WriteRanks(std::string& out, const TableFormat& format, const FunctionTable& table,
                       const RankStatistics& ranks, const std::string& label, const ListingOptions& options) {
  if (format.is_text) return WriteText(out, table, ranks, options);
  return WriteRanks(*format.start(out), table, ranks, label, options);
}

std::size_t WriteRanks(std::string& out, const TableFormat& format, const Match& match, const RankStatistics& base,
                       const RankStatistics& other, const SideLabels& labels, const ListingOptions& options) {
  if (format.is_text) return WriteText(out, match, base, other, options);
  return WriteRanks(*format.start(out), match, base, other, labels, options);
}

}  // namespace profdiff
