// SPDX-License-Identifier: GPL-3.0-or-later
// Folded stacks, for flame graphs.
#ifndef PROFDIFF_FOLDED_H_
#define PROFDIFF_FOLDED_H_

#include <string>

#include "profdiff/difference.h"
#include "profdiff/export.h"
#include "profdiff/listing.h"

namespace profdiff {

// Appends the self time of all functions as folded stacks of two frames, "caller;callee N", and of one frame,
// "function N", for time that no caller has: of functions that nothing calls. A profile records who called whom and not
// along which chain, so deeper stacks cannot be known; these two levels are all there is.
//
// A function's time is divided among its callers as the call graph divides it, in proportion to calls; within a cycle
// by the calls of each member. Calls of a function to itself share nothing. All lines add up to all self time that the
// selection keeps, and samples in no function, which stand as "[no function]".
//
// Shape: lines in the order of the table; functions of one name are one frame. A semicolon in a name becomes a colon, a
// control character a question mark, and a blank before digits at a name's end an underscore. Lines of 0 are left out.
// Units: whole microseconds (of time measured in seconds).
// Errors: kOverflow for more than 1e12 seconds.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Execution& execution,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

// Two numbers a line, base and other: what flamegraph.pl draws in red and blue, as after difffolded.pl.
PROFDIFF_EXPORT void WriteFolded(std::string& out, const Difference& difference,
                                 DemangleStyle demangle = DemangleStyle::kAuto);

}  // namespace profdiff

#endif  // PROFDIFF_FOLDED_H_
