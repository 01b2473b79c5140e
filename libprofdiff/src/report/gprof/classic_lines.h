// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of gprof's listings: widths, headings and blanks. They are used by listings of one execution and by
// differences in gprof's layout. An optional cell without a value is printed as blanks.
//
// Source: GPROF.md, sections 10.2 to 10.4, 11.1, 11.2 and 11.4.
#ifndef PROFDIFF_REPORT_GPROF_CLASSIC_LINES_H_
#define PROFDIFF_REPORT_GPROF_CLASSIC_LINES_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "profdiff/listing.h"
#include "report/format/chunks.h"
#include "report/gprof/amounts.h"

namespace profdiff {

// A number of calls: unsigned 64 bits in one execution, signed in a difference. The type of the initial value
// determines how it is printed.
struct Count {
  Count() = default;
  template <std::integral T>
  Count(T value) : bits(static_cast<std::uint64_t>(value)), has_sign(std::signed_integral<T>) {}

  bool operator==(const Count&) const = default;

  std::uint64_t bits = 0;
  bool has_sign = false;
};

using CountCell = std::optional<Count>;

// ---- flat profile ----

// The unit of times per call. For example, the prefix 'm' means ms/call. The factor converts seconds to the unit.
struct PerCallUnit {
  char prefix = 'T';
  double factor = 1e-12;
};

// Returns the unit in which `largest` seconds per call have one to three digits before the point; T if no unit fits
// (GPROF.md, section 10.3).
PerCallUnit ChoosePerCallUnit(double largest);

// The data in the headings of a flat profile and of a call graph. The call graph ignores `abbreviation` and `unit`.
struct ListingHeading {
  bool traditional = false;
  bool brief = false;
  double rate = 0;         // samples per second
  double scale = 0;        // two-byte units per bin
  double total_ticks = 0;  // 0 or less if no time was sampled or propagated
  std::string_view dimension;
  char abbreviation = 's';
  PerCallUnit unit;
  const ProfileOrigin* origin = nullptr;  // null for gprof's profiles
  Amounts amounts = {};
};

// Return the heading of a listing; the caller sets `unit`. In a difference, the layout has room for the histogram of
// one side only; the heading's seconds are the sum of absolute changes, to which all percentages refer.
ListingHeading HeadingOf(const Profile& profile, const ListingOptions& options, double total_ticks);
ListingHeading HeadingOf(const Difference& difference, const ListingOptions& options);

// Append the title, the form feed before it, and the column headings.
void AppendFlatHeading(std::string& out, const ListingHeading& heading);
void AppendGraphHeading(std::string& out, const ListingHeading& heading);

// A row of a flat profile. Times are in seconds; times per call are already in the unit of the heading.
struct FlatRow {
  double percent = 0;
  double cumulative = 0;
  double self = 0;
  CountCell calls;
  std::optional<double> self_per_call;
  std::optional<double> total_per_call;
  // If false, dashes are printed in place of calls and times per call.
  bool calls_known = true;
};

// Writes the rows of one flat profile. Most numbers of sorted rows are the same as in the row above, so a column is
// formatted only if its number changes.
class FlatRows {
 public:
  explicit FlatRows(bool traditional, const Amounts& amounts = {}) : traditional_(traditional), amounts_(amounts) {}

  // Appends everything before the name; the caller adds the name and the line feed.
  void Append(std::string& out, const FlatRow& row);

 private:
  bool Put(const FlatRow& row);

  bool traditional_;
  Amounts amounts_;
  Columns columns_;
  std::optional<FlatRow> last_;  // the row whose numbers are in `columns_`
};

// Appends the rows of a flat profile in chunks. time_of(function) returns the time of a row, and append(text, lines,
// function, sum) appends the row to a chunk; `sum` is the time of the row and of all rows above it.
template <class TimeOf, class Append>
void AppendFlatRows(std::string& out, const ListingOptions& options, const Amounts& amounts,
                    const std::vector<FunctionId>& rows, TimeOf time_of, Append append) {
  // The number of rows in a chunk. One row is one line.
  constexpr std::size_t kChunkRows = 512;
  // The times above each chunk are added up by one thread, because sums of partial sums would be rounded differently.
  std::vector<double> above;
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % kChunkRows == 0) above.push_back(sum);
    sum += time_of(rows[i]);
  }
  WriteInChunks(out, options, CutIntoChunks(rows.size(), kChunkRows, [](std::size_t) { return std::size_t{1}; }),
                [&](std::string& text, std::size_t begin, std::size_t end) {
                  FlatRows lines(options.traditional, amounts);
                  double running = begin < end ? above[begin / kChunkRows] : 0;
                  for (std::size_t i = begin; i < end; ++i) {
                    running += time_of(rows[i]);
                    append(text, lines, rows[i], running);
                  }
                });
}

// ---- call graph ----

// A caller or a callee. An arc from a function to itself or within a cycle has a count, but no times.
struct ArcLine {
  bool timed = false;
  double self = 0;   // seconds
  double child = 0;  // seconds
  Count count;
  // Number of all calls of the callee, or of all calls from outside into its cycle; printed if `timed`.
  Count of_calls;
  bool calls_known = true;
  bool self_known = true;  // false if `child` includes the callee's self time
};

// The line of the entry's function, or of a cycle "as a whole".
struct PrimaryLine {
  std::uint32_t number = 0;
  double percent = 0;
  double self = 0;
  double child = 0;
  CountCell calls;
  CountCell self_calls;
  // True to cut "[number]" to six characters, as gprof does.
  bool cut_number = true;
  bool calls_known = true;
};

// Append the part of the line that precedes the function's name. A dash marks an unknown number.
void AppendArcLine(std::string& out, bool traditional, const ArcLine& line, const Amounts& amounts = {});
void AppendPrimaryLine(std::string& out, bool traditional, const PrimaryLine& line, const Amounts& amounts = {});
// Appends the line of a cycle as a whole, including its line feed.
void AppendCycleLine(std::string& out, bool traditional, const PrimaryLine& line, std::size_t cycle);
// Appends the part of the line that precedes the name of a cycle's member.
void AppendMemberLine(std::string& out, bool traditional, const PrimaryLine& line);
// Appends the line "<spontaneous>" of entries without callers.
void AppendSpontaneous(std::string& out, bool traditional, const Amounts& amounts = {});
// Appends the line of dashes after an entry.
void AppendEntryEnd(std::string& out, bool traditional);

// ---- index ----

struct IndexCell {
  std::uint32_t number = 0;
  bool shown = false;
  std::string name;
};

// Appends the cells in three columns, which are filled from top to bottom and are `width` characters wide in total.
void AppendIndex(std::string& out, bool traditional, int width, const std::vector<IndexCell>& cells,
                 const std::function<void(std::string&)>& drain = {});

// ---- explanations ----

// Append an explanation. If `is_measured` is true, the explanation describes another profiler's numbers, whose unit is
// `unit`, in the same number of lines.
void AppendFlatExplanation(std::string& out, bool is_measured = false, std::string_view unit = "seconds");
void AppendGraphExplanation(std::string& out, bool traditional, bool is_measured = false,
                            std::string_view unit = "seconds");

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_GPROF_CLASSIC_LINES_H_
