// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of gprof's listings. Widths and blanks are gprof 2.40's; the oracle test compares every byte.
#include "report/gprof/classic_lines.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace profdiff {
namespace {

constexpr std::string_view kDashes = "-----------------------------------------------\n";
constexpr std::string_view kNameIndent = "     ";

// Width of the column for the time of callees.
int ChildWidth(bool traditional) { return traditional ? 11 : 7; }

void AppendBlanks(std::string& out, std::size_t count) { out.append(count, ' '); }

// One of the two lines above the rows of a flat profile.
void AppendFlatColumns(std::string& out, const std::array<std::string_view, 7>& titles, int cumulative_width,
                       std::string_view gap) {
  AppendRightCut(out, titles[0], 5);
  out += ' ';
  AppendRightCut(out, titles[1], cumulative_width);
  out += gap;
  for (std::size_t i = 2; i < 6; ++i) {
    if (i > 2) out += ' ';
    AppendRightCut(out, titles[i], 8);
  }
  out += "  ";
  AppendLeftCut(out, titles[6], 8);
  out += '\n';
}

// "[12]" in a column of six characters. gprof cuts there, and 10000 loses its bracket.
void AppendNumberColumn(std::string& out, std::uint32_t number, bool cut) {
  std::string tag = "[";
  AppendCount(tag, std::uint64_t{number});
  tag += ']';
  if (cut) {
    AppendLeftCut(out, tag, 6);
  } else {
    AppendLeft(out, tag, 6);
  }
}

void PutCell(Columns& columns, std::size_t end, std::size_t width, Count count) {
  count.has_sign ? columns.Count(end, width, static_cast<std::int64_t>(count.bits))
                 : columns.Count(end, width, count.bits);
}

void AppendCell(std::string& out, Count count, int width) {
  count.has_sign ? AppendCount(out, static_cast<std::int64_t>(count.bits), width) : AppendCount(out, count.bits, width);
}

// " calls" and "+recursive calls", or blanks.
void AppendCalls(std::string& out, Count calls, const CountCell& self_calls) {
  out += ' ';
  AppendCell(out, calls, 7);
  if (self_calls) {
    out += '+';
    AppendCell(out, *self_calls, -7);
  } else {
    AppendBlanks(out, 8);
  }
}

void AppendTimes(std::string& out, bool traditional, double self, double child) {
  out += ' ';
  AppendFixed(out, self, 7, 2);
  out += ' ';
  AppendFixed(out, child, ChildWidth(traditional), 2);
}

// The columns left of the times, where an entry has none of its own.
void AppendNoNumberNoPercent(std::string& out) { AppendBlanks(out, 6 + 1 + 5); }

void AppendBsdColumns(std::string& out) {
  std::string_view outer = "                                  called/total       ";
  out.append(outer).append("parents \n");
  out += "index  %time    self descendants  called+self    name    \tindex\n";
  out.append(outer).append("children\n\n");
}

// Without bins there is no scale. gprof then prints twice the least number there is, which is 0.
std::int64_t BytesPerSample(double scale) {
  return scale < 0x1p63 ? static_cast<std::int64_t>(2 * static_cast<std::uint64_t>(scale)) : 0;
}

}  // namespace

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

void AppendFlatHeading(std::string& out, const FlatHeading& heading) {
  StartSection(out);
  if (heading.traditional) {
    if (!heading.brief) {
      out += "\n\n\nflat profile:\n";
      AppendFlatExplanation(out);
    }
    out += "\ngranularity: each sample hit covers ";
    AppendCount(out, BytesPerSample(heading.scale));
    out += " byte(s)";
    if (heading.total_ticks > 0) {
      out += " for ";
      AppendFixed(out, 100.0 / heading.total_ticks, 0, 2);
      out += "% of ";
      AppendFixed(out, heading.total_ticks / heading.rate, 0, 2);
      out.append(" ").append(heading.dimension).append("\n\n");
    } else {
      out += " no time accumulated\n\n";
    }
  } else {
    out += "Flat profile:\n\nEach sample counts as ";
    AppendGeneral(out, 1.0 / heading.rate);
    out.append(" ").append(heading.dimension).append(".\n");
    if (!(heading.total_ticks > 0)) out += " no time accumulated\n\n";
  }
  std::string unit = {heading.unit.prefix, heading.abbreviation};
  unit += "/call";
  unit.resize(std::min(unit.size(), unit.find('\0')));  // a profile may leave the abbreviation out
  AppendFlatColumns(out, {"%  ", "cumulative", "self  ", "", "self  ", "total ", ""}, 10, " ");
  AppendFlatColumns(out, {"time", heading.dimension, heading.dimension, "calls", unit, unit, "name"}, 9, "  ");
}

void FlatRows::Append(std::string& out, const FlatRow& row) {
  if (!traditional_ && Put(row)) {
    out += columns_.Line(54);
    return;
  }
  AppendFixed(out, row.percent, traditional_ ? 5 : 6, traditional_ ? 1 : 2);
  out += ' ';
  AppendFixed(out, row.cumulative, traditional_ ? 10 : 9, 2);
  out += ' ';
  AppendFixed(out, row.self, 8, 2);
  out += ' ';
  row.calls ? AppendCell(out, *row.calls, 8) : AppendBlanks(out, 8);
  for (const std::optional<double>& per_call : {row.self_per_call, row.total_per_call}) {
    out += ' ';
    per_call ? AppendFixed(out, *per_call, 8, 2) : AppendBlanks(out, 8);
  }
  out += "  ";
}

// The usual case: gprof's layout, and every number fits its column.
bool FlatRows::Put(const FlatRow& row) {
  const auto put = [this](std::size_t end, std::size_t width, const std::optional<double>& value,
                          const std::optional<double>& last) {
    if (last_ && value == last) return;
    columns_.Clear(end, width);
    if (value) columns_.Fixed(end, width, *value, 2);
  };
  const FlatRow& last = last_ ? *last_ : row;
  put(6, 6, row.percent, last.percent);
  put(16, 9, row.cumulative, last.cumulative);
  put(25, 8, row.self, last.self);
  if (!last_ || row.calls != last.calls) {
    columns_.Clear(34, 8);
    if (row.calls) PutCell(columns_, 34, 8, *row.calls);
  }
  put(43, 8, row.self_per_call, last.self_per_call);
  put(52, 8, row.total_per_call, last.total_per_call);
  const bool fits = columns_.fits();
  if (fits) {
    last_ = row;
  } else {
    columns_ = {};
    last_.reset();
  }
  return fits;
}

void AppendGraphHeading(std::string& out, const GraphHeading& heading) {
  bool first = out.empty();
  if (heading.traditional && !heading.brief) AppendGraphExplanation(out, true);
  if (!first) out += "\f\n";
  if (!heading.traditional) {
    out += heading.brief ? "\t\t\tCall graph\n\n" : "\t\t     Call graph (explanation follows)\n\n";
  }
  out += "\ngranularity: each sample hit covers ";
  AppendCount(out, BytesPerSample(heading.scale));
  out += " byte(s)";
  if (heading.total_ticks > 0) {
    out += " for ";
    AppendFixed(out, 100.0 / heading.total_ticks, 0, 2);
    out += "% of ";
    AppendFixed(out, heading.total_ticks / heading.rate, 0, 2);
    out += " seconds\n\n";
  } else {
    out += " no time propagated\n\n";
  }
  if (heading.traditional) {
    AppendBsdColumns(out);
  } else {
    out += "index % time    self  children    called     name\n";
  }
}

namespace {

// The usual case of AppendArcLine: gprof's layout, and every number fits its column.
bool AppendArcColumns(std::string& out, const ArcLine& line) {
  Columns columns;
  if (line.timed) {
    columns.Fixed(20, 7, line.self, 2);
    columns.Fixed(28, 7, line.child, 2);
    columns.Set(36, '/');
    if (line.of_calls.has_sign) {
      columns.CountLeft(37, 7, static_cast<std::int64_t>(line.of_calls.bits));
    } else {
      columns.CountLeft(37, 7, line.of_calls.bits);
    }
  }
  PutCell(columns, 36, 7, line.count);
  if (columns.fits()) out += columns.Line(49);
  return columns.fits();
}

}  // namespace

void AppendArcLine(std::string& out, bool traditional, const ArcLine& line) {
  if (!traditional && AppendArcColumns(out, line)) return;
  AppendNoNumberNoPercent(out);
  if (line.timed) {
    AppendTimes(out, traditional, line.self, line.child);
  } else {
    AppendBlanks(out, 1 + 7 + 1 + static_cast<std::size_t>(ChildWidth(traditional)));
  }
  out += ' ';
  AppendCell(out, line.count, 7);
  if (line.timed) {
    out += '/';
    AppendCell(out, line.of_calls, -7);
  } else {
    AppendBlanks(out, 8);
  }
  out += kNameIndent;
}

void AppendPrimaryLine(std::string& out, bool traditional, const PrimaryLine& line) {
  AppendNumberColumn(out, line.number, line.cut_number);
  out += ' ';
  AppendFixed(out, line.percent, 5, 1);
  AppendTimes(out, traditional, line.self, line.child);
  if (line.calls) {
    AppendCalls(out, *line.calls, line.self_calls);
  } else {
    AppendBlanks(out, 16);
  }
  out += ' ';
}

void AppendCycleLine(std::string& out, bool traditional, const PrimaryLine& line, std::size_t cycle) {
  AppendPrimaryLine(out, traditional, line);
  out += "<cycle ";
  AppendCount(out, std::uint64_t{cycle});
  out += " as a whole> [";
  AppendCount(out, std::uint64_t{line.number});
  out += "]\n";
}

void AppendMemberLine(std::string& out, bool traditional, const PrimaryLine& line) {
  AppendNoNumberNoPercent(out);
  AppendTimes(out, traditional, line.self, line.child);
  AppendCalls(out, line.calls.value_or(0), line.self_calls);
  out += kNameIndent;
}

void AppendSpontaneous(std::string& out, bool traditional) {
  AppendNoNumberNoPercent(out);
  AppendBlanks(out, 1 + 7 + 1 + static_cast<std::size_t>(ChildWidth(traditional)) + 16);
  out.append(kNameIndent).append("<spontaneous>\n");
}

void AppendEntryEnd(std::string& out, bool traditional) {
  if (traditional) out += '\n';
  out += kDashes;
  if (traditional) out += '\n';
}

namespace {

// A classic cell: its tag stands right-aligned at the cell's start, and the name runs on as far as it is long. The two
// blanks around the tag are not counted, as in gprof: `column` trails the true position.
void AppendIndexCell(std::string& out, std::size_t start, std::size_t& column, const IndexCell& cell) {
  std::string tag = cell.shown ? "[" : "(";
  AppendCount(tag, std::uint64_t{cell.number});
  tag += cell.shown ? ']' : ')';
  column += tag.size();
  for (; column < start + 5; ++column) out += ' ';
  out.append(" ").append(tag).append(" ").append(cell.name);
  column += cell.name.size();
}

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
