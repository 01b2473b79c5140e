// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of a difference in the formats of other profilers.
#ifndef PROFDIFF_REPORT_FORMAT_COST_FORMATS_H_
#define PROFDIFF_REPORT_FORMAT_COST_FORMATS_H_

#include <string>

#include "profdiff/formats.h"

namespace profdiff {

// Appends a whole file. `label` names the image and the profiles; its text before the first ", " is the image, which
// becomes the object ("ob=") of all functions.
//
// The format has no negative costs: for a difference, write OneSidedProfile and its call graph.
//
// Costs are whole nanoseconds (for time that is measured in seconds). The file contains the functions that
// Execution::selection shows in the call graph, and the functions that they call. For the shown functions,
// `callgrind_annotate --inclusive=yes` prints the inclusive time that the selection keeps. A called function that is
// not shown has the time that the shown functions spend in it. Readers support neither cycles nor calls without a
// caller; with the following rules, they compute the same sums:
// - A cycle is a function "<cycle 1>" without self time: callers from outside call it, and it calls the members. Calls
//   between members and recursive calls of one function cost nothing. A member without calls from outside is called
//   once. A cycle without calls from outside has the time of its members, whereas gprof prints none.
// - Time of a called function that is propagated to no caller becomes one call by a function "<spontaneous>".
// - Samples outside of all functions become the self time of a function "<no function>".
// - Arcs with count 0 are left out, since readers would mistake the arcs' time for self time.
// - If calls were not counted, each arc is one call, as the format requires a count, and a line "desc: Calls:" states
//   this. Any other count would be just as wrong, and readers would mistake 0 for self time.
// - Measured inclusive times (Profile::exact) are the costs of arcs. Recursive calls of one function cost nothing,
//   since its total contains them. For recursion through other functions, readers count a stack once for each time that
//   it enters the cycle.
// - If a function has an image of its own, that image is the function's object.
// - Counts from other profilers are written unchanged, under the event's name.
// - Functions with the same name in one file get the suffixes "[2]", "[3]", …; control characters become escapes such
//   as \x09.
// - Rows of source lines (gprof's -l) are written as lines of their function.
//
// Errors: kOverflow for more than 1e9 seconds, which do not fit in a sum of nanoseconds.
// Source: Valgrind's manual, "Callgrind Format Specification".
void WriteCallgrind(std::string& out, const Execution& execution, const std::string& label,
                    DemangleStyle demangle = DemangleStyle::kAuto);

// Appends a line for each stack with self time: the stack's functions, outermost first, separated by semicolons; then a
// blank and a number. A semicolon in a name becomes a colon, a control character becomes a question mark, and a blank
// before digits at the end of a name becomes an underscore. Functions with the same name share a frame. Time outside of
// functions is in the frame "[no function]". Lines with the number 0 are omitted.
//
// Whole stacks (Execution::contexts, Difference::contexts) are written unchanged.
// Shape: lines are in the order of the tree. Units: for events measured in seconds, samples if all samples of both
// sides represent the same amount of time, otherwise nanoseconds; for other events, their counts. ReadStacks reads the
// same numbers back, with StackOptions::unit "ns" for nanoseconds and without a unit otherwise. Only scaled values
// (means of runs, normalised times) are rounded.
// Errors: kUnsupported for negative numbers.
//
// Without whole stacks, only pairs of callers and callees are known. A line then has two frames, "caller;callee N", or,
// for the time of functions without callers, one frame, "function N". A function's time is divided among its callers as
// in the call graph, in proportion to calls; within a cycle, in proportion to the calls of each member. No time is
// attributed to calls of a function by itself. The sum of all lines is the self time that Execution::selection keeps.
// Shape: lines are in the order of the table. Units: whole microseconds (for time measured in seconds).
// Errors: kOverflow for more than 1e12 seconds.
void WriteFolded(std::string& out, const Execution& execution, DemangleStyle demangle = DemangleStyle::kAuto);

// Appends lines with two numbers, base and other, as difffolded.pl does. flamegraph.pl draws the difference in red and
// blue.
void WriteFolded(std::string& out, const Difference& difference, DemangleStyle demangle = DemangleStyle::kAuto);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_FORMAT_COST_FORMATS_H_
