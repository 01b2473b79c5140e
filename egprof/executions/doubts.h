// SPDX-License-Identifier: GPL-3.0-or-later
// Warnings about differences that are possible but hardly meant.
// Test: tests/unit/egprof/executions/doubts_test.cpp.
#ifndef EGPROF_EXECUTIONS_DOUBTS_H_
#define EGPROF_EXECUTIONS_DOUBTS_H_

#include <string>

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "profdiff/difference.h"
#include "profdiff/functions.h"
#include "profdiff/gmon.h"
#include "profdiff/image.h"

namespace egprof {

// True if both paths are one file, under whatever names.
bool IsSameFile(const std::string& a, const std::string& b);

// Warns if a profile stands on both sides: they differ by nothing then, or by less than was meant.
void DoubtFiles(const Side& base, const Side& other, Output& output);

// Warns if the profile seems to be another program's, or another build's: nothing of it lies in the image's functions,
// or its samples end elsewhere than the image's code does, or many of its calls enter functions elsewhere than at their
// beginning. The last is asked only of an image that was read with `all_functions`.
void DoubtProfile(const Side& side, const profdiff::Image& image, const profdiff::Records& records, bool all_functions,
                  Output& output);

// Warns if the sides are of different machines, or if one has so many fewer samples that it shows hardly anything.
void DoubtComparison(const profdiff::Image& base, const profdiff::Image& other, double base_samples,
                     double other_samples, Output& output);

// Notes that gprof's listings lack functions that have time or calls here, and how to compare without them.
void NoteExtraFunctions(const profdiff::Difference& difference, const profdiff::FunctionTable& base,
                        const profdiff::FunctionTable& other, Output& output);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_DOUBTS_H_
