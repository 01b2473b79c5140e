// SPDX-License-Identifier: GPL-3.0-or-later
// The explanatory texts below a difference in gprof's layout: the columns are the same as gprof's, but contain
// differences. Programs parse listings by these texts. Each text therefore has the same number of lines as the
// original, and each phrase that programs search for is on the same line (report/gprof/explanations.cpp lists the
// phrases).
//
// Test: tests/unit/report/difference/flat_test.cpp counts lines.
#include "report/difference/explanations.h"

#include <string_view>

#include "report/gprof/amounts.h"
#include "report/gprof/rewording.h"

namespace profdiff {
namespace {

constexpr std::string_view kFlat = R"(
 %         the percentage of the total running time that changed, up
time       or down: the part of this function. All numbers are
           base minus other; positive: the other takes less.

cumulative the changes of this function and of all functions
 seconds   listed above it, added up without their signs.

 self      difference of the function's own time. The listing is
seconds    sorted by its size, then by calls, then by name.

calls      difference of calls. 0 means that both executions call
           the function equally often, blank that neither does.

 self      difference of own time divided by difference of calls.
ms/call    Both are blank if this is meaningless: times grew and
           calls shrank or the reverse, or calls changed by < 5 %.

 total     the same for the time of the function and of all that
ms/call    it calls. The difference of two times of n samples each
           has an error of about the square root of 2 n.

name       the function. A function of only one execution has its
           full numbers. The BSD layout adds the number of its
           entry in the graph; in round brackets, the number
           that it would have in
           the gprof listing if it were to be printed.
)";

constexpr std::string_view kGraph = R"(
 This table describes the call tree of the program, and was sorted by
 the change of the time that each function accounts for. All numbers
 are base minus other: a positive time means that the other execution
 takes less, a negative time that it takes more, a zero that both are
 equal. A function or call that only one of them has is listed with
 its full number, positive for the base, negative for the other.

 Every function has an entry, which ends with a line of dashes. The
 line with a number in square brackets on the left is the function
 of the entry. The functions that called it are above this line,
 and the functions that it called are below it.

 The entry's own line:

 index       number of the entry. Entries are numbered by the change
             of the time they account for, largest first,
             whatever its sign; the index at the end lists the
             numbers by name. The same number follows the name
             wherever the function is mentioned.

 % time      the change of the time of this function and everything
             it called, in per cent of the sum of the changes of
             all functions' own times, whatever their signs.

 self        change of the time in the function's own code, in
             seconds.

 children    change of the time in the functions it called, on its
             behalf, in seconds.

 called      change of the number of calls from other functions. A
             change of the calls from itself follows after a plus
             sign; it is not part of the first number. Blank if
             neither execution called the function.

 name        the function, with the number of its cycle, if it is
             part of one, and its own number.

 The lines of callers, above, the smallest change first:

 self        change of the part of the function's own time that is
             charged to this caller, in seconds.

 children    change of the part of the time of its callees that is
             charged to this caller, in seconds.

 called      change of the calls from this caller, and after the
             slash change of the calls from all functions outside
             its own cycle. Calls to itself are left out.

 name        the caller, with cycle and number. A function whose
             callers are not known in either execution has one line
             here that says <spontaneous>.

 The lines of callees, below, the largest change first:

 self        change of this callee's own time on behalf of the
             function, in seconds.

 children    change of the time of the callee's own callees on
             behalf of the function, in seconds.

 called      change of the calls from the function to this callee,
             and after the slash change of all calls of the callee
             from outside its cycle.

 name        the callee, with cycle and number.

 A name followed by a number in round brackets belongs to a
 function whose entry was not printed because options left it out.

 The line above the heading is about the samples of the base; its
 seconds are the sum of the changes of all functions.

 Cycles: functions that call each other in a ring form a cycle.
 Cycles are found in the calls of both executions together. The time
 of each execution is propagated with its own counts of calls
 before it is subtracted. A cycle has an entry of its own, "as a
 whole", with its members below it. Lines between members show
 calls only: time cannot be shared out in
 the cycle.
)";

// The passages that differ if whole stacks were sampled, or if costs were counted.
constexpr Passage kFlatOfStacks[] = {{R"(           the function equally often, blank that neither does.
)",
                                      R"(           it equally often, blank that neither does; -: not known.
)"},
                                     {R"(ms/call    Both are blank if this is meaningless: times grew and
)",
                                      R"(per call   Both are blank if this is meaningless: times grew and
)"},
                                     {R"(ms/call    it calls. The difference of two times of n samples each
)",
                                      R"(per call   it calls. The difference of two times of n samples each
)"}};

constexpr Passage kGraphOfStacks[] = {{R"(             neither execution called the function.
)",
                                       R"(             neither execution called it, a dash: not known.
)"},
                                      {R"(             charged to this caller, in seconds.

 children    change of the part of the time of its callees that is
             charged to this caller, in seconds.
)",
                                       R"(             spent for this caller, in seconds; a dash: not known.

 children    change of the part of the time of its callees that is
             spent for it; if self is not known, of both together.
)"},
                                      {R"(             slash change of the calls from all functions outside
             its own cycle. Calls to itself are left out.
)",
                                       R"(             slash change of the calls from all functions but
             itself. A dash: not known.
)"},
                                      {R"(             function, in seconds.

 children    change of the time of the callee's own callees on
             behalf of the function, in seconds.
)",
                                       R"(             function, in seconds; a dash: not known.

 children    change of the time of the callee's own callees spent
             for it; if self is not known, of both together.
)"},
                                      {R"(             and after the slash change of all calls of the callee
             from outside its cycle.
)",
                                       R"(             and after the slash change of all calls of the callee
             but its own. A dash: not known.
)"},
                                      {R"( Cycles: functions that call each other in a ring form a cycle.
 Cycles are found in the calls of both executions together. The time
 of each execution is propagated with its own counts of calls
 before it is subtracted. A cycle has an entry of its own, "as a
 whole", with its members below it. Lines between members show
 calls only: time cannot be shared out in
 the cycle.
)",
                                       kCyclesOfStacks}};

void Append(std::string& out, std::string_view text, std::span<const Passage> passages, const Difference& difference) {
  const bool is_measured = difference.base.is_exact || difference.other.is_exact;
  AppendExplanation(out, text, is_measured, passages, UnitOf(difference));
}

}  // namespace

void AppendFlatDifferenceExplanation(std::string& out, const Difference& difference) {
  Append(out, kFlat, kFlatOfStacks, difference);
}

void AppendGraphDifferenceExplanation(std::string& out, const Difference& difference) {
  Append(out, kGraph, kGraphOfStacks, difference);
}

}  // namespace profdiff
