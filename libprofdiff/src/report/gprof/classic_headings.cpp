// SPDX-License-Identifier: GPL-3.0-or-later
// The headings of gprof's listings. Numbers from other profilers do not come from a histogram; for them, the line
// "granularity" describes their event and unit.
//
// Source: GPROF.md, sections 10.1 to 10.4 and 11.1; tests/oracle compares every byte with gprof. Tests:
// tests/unit/report/gprof/classic_lines_test.cpp, tests/unit/report/gprof/stacks_test.cpp.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "report/gprof/classic_lines.h"

namespace profdiff {
namespace {

// Appends one of the two lines above the rows of a flat profile:
//   "%5.5s %10.10s %8.8s %8.8s %8.8s %8.8s  %-8.8s"
// In the second line, the cumulative time has nine characters, followed by two blanks. Trailing blanks belong to the
// format. Columns of times are wider by `more` characters.
void AppendFlatColumns(std::string& out, const std::array<std::string_view, 7>& titles, int cumulative_width,
                       std::string_view gap, int more) {
  AppendRightCut(out, titles[0], 5);
  out += ' ';
  AppendRightCut(out, titles[1], cumulative_width + more);
  out += gap;
  for (std::size_t i = 2; i < 6; ++i) {
    if (i > 2) out += ' ';
    AppendRightCut(out, titles[i], i == 3 ? 8 : 8 + more);
  }
  out += "  ";
  AppendLeftCut(out, titles[6], 8);
  out += '\n';
}

// Appends the three heading lines of -T. Their blanks result from gprof's format strings with empty arguments
// (GPROF.md, section 11.1).
void AppendBsdColumns(std::string& out) {
  std::string_view outer = "                                  called/total       ";
  out.append(outer).append("parents \n");
  out += "index  %time    self descendants  called+self    name    \tindex\n";
  out.append(outer).append("children\n\n");
}

// Returns the width of a bin in bytes, which is twice the scale. gprof truncates the scale to an integer before
// doubling it (GPROF.md, section 7). Without bins, the scale is infinite: gprof's conversion to an integer yields
// -2^63, which becomes 0 in 64 bits when doubled.
std::int64_t BytesPerSample(double scale) {
  return scale < 0x1p63 ? static_cast<std::int64_t>(2 * static_cast<std::uint64_t>(scale)) : 0;
}

// Appends the share of one sample in the total, such as " for 0.07% of 14.10 seconds".
void AppendSharePerSample(std::string& out, double total_ticks, double rate, std::string_view unit) {
  out += " for ";
  AppendFixed(out, 100.0 / total_ticks, 0, 2);
  out += "% of ";
  AppendFixed(out, total_ticks / rate, 0, 2);
  out.append(" ").append(unit);
}

// Appends the origin and the total, for example "cpu-clock of perf, 718 samples, 7.18 seconds in all".
void AppendOrigin(std::string& out, const ProfileOrigin& origin, double amount, std::string_view unit,
                  const Amounts& amounts) {
  out.append(DescribeOrigin(origin, unit)).append(", ");
  AppendFixed(out, amount, 0, amounts.digits);
  out.append(" ").append(WithoutControls(std::string(unit))).append(" in all");
}

// Appends the line "granularity". `unit` is the unit that gprof prints in this line. `nothing` is the word for profiles
// without samples: "accumulated" or "propagated".
void AppendGranularity(std::string& out, const ListingHeading& heading, std::string_view unit,
                       std::string_view nothing) {
  out += "\ngranularity: ";
  if (heading.origin != nullptr) {
    AppendOrigin(out, *heading.origin, heading.total_ticks / heading.rate, heading.dimension, heading.amounts);
  } else {
    out += "each sample hit covers ";
    AppendCount(out, BytesPerSample(heading.scale));
    out += " byte(s)";
    if (heading.total_ticks > 0) {
      AppendSharePerSample(out, heading.total_ticks, heading.rate, unit);
    } else {
      out.append(" no time ").append(nothing);
    }
  }
  out += "\n\n";
}

void AppendFlatTitle(std::string& out, const ListingHeading& heading) {
  out += "Flat profile:\n\n";
  if (heading.origin != nullptr) {
    AppendOrigin(out, *heading.origin, heading.total_ticks / heading.rate, heading.dimension, heading.amounts);
    out += ".\n";
  } else {
    out += "Each sample counts as ";
    AppendGeneral(out, 1.0 / heading.rate);
    out.append(" ").append(heading.dimension).append(".\n");
  }
  // The condition is negated, so that a total that is NaN counts as 0.
  if (!(heading.total_ticks > 0)) out += " no time accumulated\n\n";
}

// Returns the unit of times per call, for example "ms/call".
std::string PerCall(const ListingHeading& heading) {
  if (heading.amounts.digits == 0) return "per call";
  std::string unit = {heading.unit.prefix, heading.abbreviation};
  unit += "/call";
  unit.resize(std::min(unit.size(), unit.find('\0')));  // the abbreviation is '\0' in some profiles
  return unit;
}

// Returns the unit of times. The unit of gprof's histogram is printed unchanged, as in gprof. Control characters are
// removed from units in files from other profilers, which are untrusted input.
std::string UnitOf(const ListingHeading& heading) {
  return heading.origin != nullptr ? WithoutControls(std::string(heading.dimension)) : std::string(heading.dimension);
}

}  // namespace

ListingHeading HeadingOf(const Profile& profile, const ListingOptions& options, double total_ticks) {
  const ProfileOrigin* origin = profile.origin ? &*profile.origin : nullptr;
  return {options.traditional, options.brief,        profile.rate, profile.scale, total_ticks,
          profile.dimension,   profile.abbreviation, {},           origin,        AmountsOf(profile)};
}

ListingHeading HeadingOf(const Difference& difference, const ListingOptions& options) {
  const SideTotals& side = HeadingSide(difference);
  const ProfileOrigin* origin = side.origin ? &*side.origin : nullptr;
  const double total_ticks = difference.sum_abs_self * side.rate;
  return {options.traditional, options.brief,     side.rate, side.scale, total_ticks,
          side.dimension,      side.abbreviation, {},        origin,     AmountsOf(difference)};
}

void AppendFlatHeading(std::string& out, const ListingHeading& heading) {
  // With -T, the explanation is above the table; in the FSF layout, it is below the table (GPROF.md, section 10.4).
  StartSection(out);
  if (heading.traditional) {
    if (!heading.brief) {
      out += "\n\n\nflat profile:\n";
      AppendFlatExplanation(out, heading.origin != nullptr, heading.dimension);
    }
    AppendGranularity(out, heading, heading.dimension, "accumulated");
  } else {
    AppendFlatTitle(out, heading);
  }
  const std::string unit = PerCall(heading), dimension = UnitOf(heading);
  const int more = heading.traditional ? 0 : heading.amounts.More(8);
  AppendFlatColumns(out, {"%  ", "cumulative", "self  ", "", "self  ", "total ", ""}, 10, " ", more);
  AppendFlatColumns(out, {"time", dimension, dimension, "calls", unit, unit, "name"}, 9, "  ", more);
}

void AppendGraphHeading(std::string& out, const ListingHeading& heading) {
  // With -T, the explanation comes first. gprof decides before it writes the explanation whether to write a form feed
  // (GPROF.md, section 11.1).
  bool first = out.empty();
  if (heading.traditional && !heading.brief) {
    AppendGraphExplanation(out, true, heading.origin != nullptr, heading.dimension);
  }
  if (!first) out += "\f\n";
  if (!heading.traditional) {
    out += heading.brief ? "\t\t\tCall graph\n\n" : "\t\t     Call graph (explanation follows)\n\n";
  }
  // gprof always prints "seconds" in this line, whatever the dimension of the histogram (GPROF.md, section 11.1).
  AppendGranularity(out, heading, "seconds", "propagated");
  if (heading.traditional) {
    AppendBsdColumns(out);
  } else {
    const auto more = static_cast<std::size_t>(heading.amounts.More(7));
    out.append("index % time").append(more, ' ').append("    self").append(more, ' ');
    out += "  children    called     name\n";
  }
}

}  // namespace profdiff
