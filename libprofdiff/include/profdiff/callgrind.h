// SPDX-License-Identifier: GPL-3.0-or-later
// One execution as a callgrind.out file, for KCachegrind, callgrind_annotate and other readers of that format.
#ifndef PROFDIFF_CALLGRIND_H_
#define PROFDIFF_CALLGRIND_H_

#include <string>

#include "profdiff/export.h"
#include "profdiff/listing.h"

namespace profdiff {

// Appends a whole file. `label` says which image and profiles it is of; the image, up to the first comma and blank, is
// the object ("ob=") of all functions.
//
// The format has no negative costs: of a difference, OneSidedProfile and a call graph made of it can be written.
//
// Costs are whole nanoseconds (of time that is measured in seconds). Functions are those with an entry in the call
// graph; what `callgrind_annotate --inclusive=yes` shows for them is their inclusive time there, self time and
// callees', as far as the selection keeps it. A callee without an entry has what such functions spend in it. Readers
// know neither cycles nor calls by nobody; so that they add up the same:
// - A cycle is a function "<cycle 1>" without self time: callers from outside call it, and it calls the members. Calls
//   between members, and of a function to itself, cost nothing. A member that nothing outside calls is called once. A
//   cycle that nothing outside calls has its members' time, where gprof prints none.
// - Time of a called function that none of its callers has is called once by a function "<spontaneous>".
// - Samples in no function are the self time of a function "<no function>".
// - Arcs of count 0 are left out: readers would take them for self time.
// - Functions of one name in one file get "[2]", "[3]", … after it; control characters become \x09 and the like.
// - Where rows are source lines (gprof's -l), the lines of a function are its lines in the file as well.
//
// Errors: kOverflow for more than 1e9 seconds, which fit into no sum of nanoseconds.
// Source: Valgrind's manual, "Callgrind Format Specification".
PROFDIFF_EXPORT void WriteCallgrind(std::string& out, const Execution& execution, const std::string& label,
                                    DemangleStyle demangle = DemangleStyle::kAuto);

}  // namespace profdiff

#endif  // PROFDIFF_CALLGRIND_H_
