// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of gprof's listings, column by column. Most lines of a large listing take a fast path: if every number fits
// its column, the line is filled in at fixed positions. Numbers that are too wide move the rest of the line to the
// right, as in printf; such lines are appended cell by cell.
//
// Source: GPROF.md, sections 10.2, 10.4 and 11. tests/oracle compares every byte with gprof.
#include "report/gprof/classic_lines.h"

#include <array>

#include "base/text.h"

namespace profdiff {
namespace {

constexpr std::string_view kDashes = "-----------------------------------------------\n";
constexpr std::string_view kNameIndent = "     ";

// Returns the width of the column with the callees' time. In the FSF layout, it is called "children"; with -T, it is
// called "descendants" (GPROF.md, section 11.2).
int ChildWidth(bool traditional) { return traditional ? 11 : 7; }

void AppendBlanks(std::string& out, std::size_t count) { out.append(count, ' '); }

// Appends an entry's number in a column of six characters, for example "[12]". gprof cuts the text, so 10000 loses its
// closing bracket (GPROF.md, section 11.2). Differences print the whole number.
void AppendNumberColumn(std::string& out, std::uint32_t number, bool cut) {
  const std::string tag = "[" + std::to_string(number) + "]";
  cut ? AppendLeftCut(out, tag, 6) : AppendLeft(out, tag, 6);
}

void PutCell(Columns& columns, std::size_t end, std::size_t width, Count count) {
  count.has_sign ? columns.Count(end, width, static_cast<std::int64_t>(count.bits))
                 : columns.Count(end, width, count.bits);
}

void AppendCell(std::string& out, Count count, int width) {
  count.has_sign ? AppendCount(out, static_cast<std::int64_t>(count.bits), width) : AppendCount(out, count.bits, width);
}

// Appends a number of calls and, after a separator, a second number: "%7lu+%-7lu". If there is no second number, blanks
// replace it and the separator.
void AppendCalls(std::string& out, Count calls, char separator, const CountCell& second) {
  out += ' ';
  AppendCell(out, calls, 7);
  if (second) {
    out += separator;
    AppendCell(out, *second, -7);
  } else {
    AppendBlanks(out, 8);
  }
}

void AppendTimes(std::string& out, bool traditional, std::optional<double> self, double child, const Amounts& amounts) {
  out += ' ';
  self ? AppendFixed(out, *self, amounts.Width(7), amounts.digits) : AppendRight(out, "-", amounts.Width(7));
  out += ' ';
  AppendFixed(out, child, amounts.Width(ChildWidth(traditional)), amounts.digits);
}

// Appends blanks as wide as the columns of AppendTimes.
void AppendNoTimes(std::string& out, bool traditional, const Amounts& amounts) {
  AppendBlanks(out, static_cast<std::size_t>(1 + amounts.Width(7) + 1 + amounts.Width(ChildWidth(traditional))));
}

// Appends a dash and blanks, as wide as the columns of AppendCalls.
void AppendUnknownCalls(std::string& out) {
  out += ' ';
  AppendRight(out, "-", 7);
  AppendBlanks(out, 8);
}

// Appends blanks as wide as the columns of the number and the percentage, which only the entry's own line has.
void AppendNoNumberNoPercent(std::string& out) { AppendBlanks(out, 6 + 1 + 5); }

}  // namespace

// Chooses the first unit with 1 <= value < 1000 (GPROF.md, section 10.3). If there are no called functions, the unit is
// T, as in gprof. If no unit fits, the unit is also T; in this case, gprof's behaviour is undefined.
PerCallUnit ChoosePerCallUnit(double largest) {
  static constexpr std::array<PerCallUnit, 11> kUnits = {{{'T', 1e-12},
                                                          {'G', 1e-9},
                                                          {'M', 1e-6},
                                                          {'K', 1e-3},
                                                          {' ', 1},
                                                          {'m', 1e3},
                                                          {'u', 1e6},
                                                          {'n', 1e9},
                                                          {'p', 1e12},
                                                          {'f', 1e15},
                                                          {'a', 1e18}}};
  for (const PerCallUnit& unit : kUnits) {
    double scaled = largest * unit.factor;
    if (scaled >= 1 && scaled < 1000) return unit;
  }
  return kUnits.front();
}

void FlatRows::Append(std::string& out, const FlatRow& row) {
  // For whole numbers from other profilers, columns of times can be wider; with -T, the widths stay the same.
  if (!traditional_ && amounts_.digits == 2 && Put(row)) {
    out += columns_.Line(54);
    return;
  }
  const int more = traditional_ ? 0 : amounts_.More(8);
  const std::string_view no_calls = row.calls_known ? "" : "-";
  AppendFixed(out, row.percent, traditional_ ? 5 : 6, traditional_ ? 1 : 2);
  out += ' ';
  AppendFixed(out, row.cumulative, (traditional_ ? 10 : 9) + more, amounts_.digits);
  out += ' ';
  AppendFixed(out, row.self, 8 + more, amounts_.digits);
  out += ' ';
  row.calls ? AppendCell(out, *row.calls, 8) : AppendRight(out, no_calls, 8);
  for (const std::optional<double>& per_call : {row.self_per_call, row.total_per_call}) {
    out += ' ';
    per_call ? AppendFixed(out, *per_call, 8 + more, amounts_.digits) : AppendRight(out, no_calls, 8 + more);
  }
  out += "  ";
}

// The fast path of Append, for gprof's layout: `columns_` still contains the previous row, and only numbers that
// changed are written. The ends of the columns follow from this format, which has 54 characters:
//   "%6.2f %9.2f %8.2f %8lu %8.2f %8.2f  "
bool FlatRows::Put(const FlatRow& row) {
  const auto put = [this](std::size_t end, std::size_t width, const std::optional<double>& value,
                          const std::optional<double>& last) {
    if (last_ && value == last) return;
    columns_.Clear(end, width);
    if (value) columns_.Fixed(end, width, *value, 2);
  };
  const auto dash = [&](std::size_t end) {
    if (!row.calls_known) columns_.Set(end - 1, '-');
  };
  const FlatRow& last = last_ ? *last_ : row;
  put(6, 6, row.percent, last.percent);
  put(16, 9, row.cumulative, last.cumulative);
  put(25, 8, row.self, last.self);
  if (!last_ || row.calls != last.calls) {
    columns_.Clear(34, 8);
    if (row.calls) PutCell(columns_, 34, 8, *row.calls);
    dash(34);
  }
  put(43, 8, row.self_per_call, last.self_per_call);
  put(52, 8, row.total_per_call, last.total_per_call);
  dash(43);
  dash(52);
  // After a number that is too wide, the content of the buffer cannot be used again, so the next row starts from
  // blanks.
  const bool fits = columns_.fits();
  if (fits) {
    last_ = row;
  } else {
    columns_ = {};
    last_.reset();
  }
  return fits;
}

namespace {

// The fast path of AppendArcLine. The format has 49 characters, and its first two columns are blank:
//   "%6.6s %5.5s %7.2f %7.2f %7lu/%-7lu     "
bool AppendArcColumns(std::string& out, const ArcLine& line) {
  Columns columns;
  if (line.timed) {
    columns.Fixed(20, 7, line.self, 2);
    columns.Fixed(28, 7, line.child, 2);
    columns.Set(36, '/');
    line.of_calls.has_sign ? columns.CountLeft(37, 7, static_cast<std::int64_t>(line.of_calls.bits))
                           : columns.CountLeft(37, 7, line.of_calls.bits);
  }
  PutCell(columns, 36, 7, line.count);
  if (columns.fits()) out += columns.Line(49);
  return columns.fits();
}

}  // namespace

void AppendArcLine(std::string& out, bool traditional, const ArcLine& line, const Amounts& amounts) {
  // The fast path supports only gprof's own widths and two decimals.
  const bool has_gprof_columns = amounts.digits == 2 && line.calls_known && line.self_known;
  if (!traditional && has_gprof_columns && AppendArcColumns(out, line)) return;
  AppendNoNumberNoPercent(out);
  if (line.timed) {
    AppendTimes(out, traditional, line.self_known ? std::optional(line.self) : std::nullopt, line.child, amounts);
  } else {
    AppendNoTimes(out, traditional, amounts);
  }
  if (line.calls_known) {
    AppendCalls(out, line.count, '/', line.timed ? CountCell(line.of_calls) : std::nullopt);
  } else {
    AppendUnknownCalls(out);
  }
  out += kNameIndent;
}

void AppendPrimaryLine(std::string& out, bool traditional, const PrimaryLine& line, const Amounts& amounts) {
  // Primary lines have no fast path, because each entry has only one, but several arc lines.
  AppendNumberColumn(out, line.number, line.cut_number);
  out += ' ';
  AppendFixed(out, line.percent, 5, 1);
  AppendTimes(out, traditional, line.self, line.child, amounts);
  if (!line.calls_known) {
    AppendUnknownCalls(out);
  } else if (line.calls) {
    AppendCalls(out, *line.calls, '+', line.self_calls);
  } else {
    AppendBlanks(out, 16);
  }
  out += ' ';
}

void AppendCycleLine(std::string& out, bool traditional, const PrimaryLine& line, std::size_t cycle) {
  AppendPrimaryLine(out, traditional, line);
  out += "<cycle " + std::to_string(cycle) + " as a whole> [" + std::to_string(line.number) + "]\n";
}

void AppendMemberLine(std::string& out, bool traditional, const PrimaryLine& line) {
  AppendNoNumberNoPercent(out);
  // The times of members always have two decimals: only graphs with propagated times have cycles, and propagated times
  // are never whole numbers.
  AppendTimes(out, traditional, line.self, line.child, {});
  AppendCalls(out, line.calls.value_or(0), '+', line.self_calls);
  out += kNameIndent;
}

void AppendSpontaneous(std::string& out, bool traditional, const Amounts& amounts) {
  AppendNoNumberNoPercent(out);
  AppendNoTimes(out, traditional, amounts);
  AppendBlanks(out, 16);
  out.append(kNameIndent).append("<spontaneous>\n");
}

void AppendEntryEnd(std::string& out, bool traditional) {
  // With -T there is an empty line on both sides of the dashes (GPROF.md, section 11.2).
  if (traditional) out += '\n';
  out += kDashes;
  if (traditional) out += '\n';
}

namespace {

// Appends a cell of the FSF layout. The number in brackets is right-aligned to five characters at the cell's start, and
// the name is never cut. As in gprof, the two blanks around the number are not counted, so `column` is less than the
// true position, and later cells of a row are shifted to the right (GPROF.md, section 11.4).
void AppendIndexCell(std::string& out, std::size_t start, std::size_t& column, const IndexCell& cell) {
  std::string tag = cell.shown ? "[" : "(";
  AppendCount(tag, std::uint64_t{cell.number});
  tag += cell.shown ? ']' : ')';
  column += tag.size();
  for (; column < start + 5; ++column) out += ' ';
  out.append(" ").append(tag).append(" ").append(cell.name);
  column += cell.name.size();
}

// Appends a cell of the index with -T. The cell has a fixed width: "%6.6s %-19.19s" cuts both the number in brackets
// and the name.
void AppendBsdIndexCell(std::string& out, const IndexCell& cell) {
  std::string tag = cell.shown ? "[" : "(";
  AppendCount(tag, std::uint64_t{cell.number});
  tag += cell.shown ? ']' : ')';
  AppendRightCut(out, tag, 6);
  out += ' ';
  AppendLeftCut(out, cell.name, 19);
}

}  // namespace

void AppendIndex(std::string& out, bool traditional, int width, const std::vector<IndexCell>& cells,
                 const std::function<void(std::string&)>& drain) {
  out += "\f\nIndex by function name\n\n";
  // The cells fill ceil(n / 3) rows column by column: the alphabet runs down the first column, then down the second.
  std::size_t rows = (cells.size() + 2) / 3;
  auto column_width = static_cast<std::size_t>((width - 1) / 3);
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t column = 0;
    for (std::size_t i = row, start = 0; i < cells.size(); i += rows, start += column_width) {
      traditional ? AppendBsdIndexCell(out, cells[i]) : AppendIndexCell(out, start, column, cells[i]);
    }
    out += '\n';
    DrainIfLong(out, drain);
  }
}

}  // namespace profdiff
