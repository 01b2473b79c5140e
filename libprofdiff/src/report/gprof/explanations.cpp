// SPDX-License-Identifier: GPL-3.0-or-later
// The explanatory texts that listings contain unless -b is given. The wording is our own, but programs parse gprof's
// listings by these texts: they count lines, or search for a few phrases. The number of lines and the position of the
// form feed are therefore the same as in gprof (33, 88 and 113 lines, with the form feed on lines 28, 83 and 108), and
// these phrases are on the same lines as in gprof:
// - " %         the percentage of the total running time" and "the gprof listing if it were to be printed.": for Vim's
//   syntax highlighting, the beginning and the end of the flat profile's explanation. For scripts, the first phrase is
//   the end of the rows.
// - " This table describes the call tree of the program, and was sorted by" and "the cycle.": for Vim, the beginning
// and
//   the end of the graph's explanation. For viewers in HTML and JavaScript, the first phrase is the end of the graph.
// - "Copyright" after the form feed: for a converter to HTML, the end of each explanation. For the same converter, the
//   last "granularity" before "Copyright" is the beginning of the graph, so the graph's explanation must not contain
//   this word.
//
// Tests: tests/unit/report/gprof/classic_lines_test.cpp counts lines; tests/oracle/readers/run.py searches as these
// programs do.
#include "report/gprof/classic_lines.h"
#include "report/gprof/rewording.h"

namespace profdiff {
namespace {

constexpr std::string_view kFlat = R"(
 %         the percentage of the total running time that was
time       sampled in the function's own code. Functions are listed
           one per line, the most expensive first.

cumulative own time of this function and of all functions listed
 seconds   above it, added up.

 self      own time of this function: what was spent in its code,
seconds    without the functions it calls. The listing is sorted
           by this column.

calls      how often other functions called this one. Blank when
           the function was not compiled for call counting.

 self      own time divided by calls: an average, in the unit given
ms/call    in the heading. Blank if no calls were counted.

 total     the same average, including the functions that it calls.
ms/call    It assumes that all calls take equally long. Times of
           a few sampling periods are not reliable: the error of
           n samples is about the square root of n.

name       the function. Functions of equal time are ordered by
           calls, then by name. The BSD layout adds the number of
           the entry; in round brackets, the number it would have in
           the gprof listing if it were to be printed.
)";

constexpr std::string_view kGraph = R"(
 This table describes the call tree of the program, and was sorted by
 the time that each function and everything it called took. Every
 function has an entry, which ends with a line of dashes. The line
 with a number in square brackets on the left is the function of
 the entry. The functions that called it are above this line, and
 the functions that it called are below it.

 The entry's own line:

 index       number of the entry. Entries are numbered by the time
             they account for, largest first; the index at the end
             lists the numbers by name. The same number follows
             the name wherever the function is mentioned.

 % time      share of the listed time that was spent in this
             function and everything it called, in per cent. These
             shares overlap and do not add up to 100.

 self        time spent in the function's own code, in seconds.

 children    time spent in the functions it called, on its behalf,
             in seconds.

 called      how often other functions called it. If it also called
             itself, the number of those calls follows after a plus
             sign; they are not part of the first number.

 name        the function, with the number of its cycle, if it is
             part of one, and its own number.

 The lines of callers, above:

 self        how much of the function's own time is charged to this
             caller, in seconds.

 children    how much of the time of its callees is charged to this
             caller, in seconds.

 called      how often this caller called the function, and after
             the slash how often it was called by all functions
             outside its own cycle. Calls to itself are left out.

 name        the caller, with cycle and number. A function whose
             callers are not known has one line here that says
             <spontaneous>: nothing that was compiled for call
             counting called it. Main programs, signal handlers and
             callbacks of libraries look like this.

 The lines of callees, below:

 self        how much of this callee's own time was spent on behalf
             of the function, in seconds.

 children    how much of the time of the callee's own callees was
             spent on behalf of the function, in seconds.

 called      how often the function called this callee, and after
             the slash how often the callee was called by all
             functions outside its cycle.

 name        the callee, with cycle and number.

 How time is propagated to callers: a caller with a third of the
 calls of a function is charged a third of its time. That is exact
 only if all calls take equally long, which samples do not show.

 A name followed by a number in round brackets belongs to a
 function whose entry was not printed because options left it out.

 The line above the heading says how many bytes of code share a
 sample counter, and what part of the time one sample is. Times
 near that size are not reliable. Without samples, it says that no
 time was propagated; counts are exact in any case.

 Cycles: the times of functions that call each other in a ring
 cannot be separated in this way. They form a cycle, which has an
 entry of its own, "as a whole": its line is the sum of its members,
 which are listed below it with their own numbers. The number
 after the plus sign is the number of calls between members.
 Lines between members show calls only: time cannot be shared out in
 the cycle.
)";

constexpr std::string_view kBsdGraph = R"(



call graph profile:

 The call graph shows, for every function, its callers, its callees,
 and the time of these calls. The time of a callee is charged to its
 callers in proportion to their calls.

 The first line below this text is about the samples: how many
 bytes of code share one sample counter, and what part of the
 listed time one sample is. Times near that size are not reliable.

 Each function has an entry. Entries are separated by lines of
 dashes and look like this:

      lines of parents
 [n]  the line of the function itself
      lines of children

 Parents are the functions that called it, children the functions
 that it called. The index at the end of the listing gives the
 number of each function's entry.

 Fields in the line of the function itself:

   index         the index of the function: the number of its entry.
                 Entries are sorted by the time they account for, so
                 expensive functions have low numbers.

   %time         share of the listed time spent in the function and
                 in everything it called, in per cent. These shares
                 overlap and do not add up to 100.

   self          time spent in the function's own code, in seconds.

   descendants   time spent in functions it called, on its behalf,
                 in seconds.

   called        how often other functions called it.

   self          how often it called itself. This number follows
                 a plus sign and is not part of the number before
                 it. Blank if there were no such calls.

   name          the function, then the number of its cycle if it is
                 part of one.

   index         the number of the entry again.

 Fields in the lines of parents:

   self*         part of the function's own time that is charged to
                 this parent, in seconds.

   descendants*  part of the time of the function's children that is
                 charged to this parent, in seconds.

   called**      how often this parent called the function.

   total*        how often it was called by all functions outside
                 its own cycle. Time is shared out in the ratio of
                 the number before to this one.

   parents       name of this parent, its cycle and its number. If
                 the callers are unknown, <spontaneous> is printed
                 here: no function compiled for call counting
                 called it.

 Fields in the lines of children:

   self*         part of this child's own time that was spent for
                 the function, in seconds.

   descendants*  part of the time of the child's own children that
                 was spent for the function, in seconds.

   called**      how often the function called this child.

   total*        how often the child was called by all functions
                 outside its own cycle.

   children      name of this child, its cycle and its number.

    *  left blank between functions of one cycle, and for calls of
       a function to itself: such times cannot be separated.

    ** within a cycle, these are calls between its members.

 Cycles:

   Functions that call each other in a ring form a cycle. A cycle
   has an entry of its own, "as a whole". Its line is the sum of
   its members, which are listed below it with the time that each
   accounts for. The number after the plus sign is the number of
   calls between members.

 A number in round brackets belongs to a function whose entry was
 left out by options.

 Times are estimates from samples; counts of calls are exact.





)";

}  // namespace

void AppendFlatExplanation(std::string& out, bool is_measured, std::string_view unit) {
  AppendExplanation(out, kFlat, is_measured, FlatPassagesOfStacks(), unit);
}

void AppendGraphExplanation(std::string& out, bool traditional, bool is_measured, std::string_view unit) {
  AppendExplanation(out, traditional ? kBsdGraph : kGraph, is_measured, GraphPassagesOfStacks(traditional), unit);
}

}  // namespace profdiff
