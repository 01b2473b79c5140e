// SPDX-License-Identifier: GPL-3.0-or-later
// The options and commands that egprof names where a message of the library has a remedy.
// Test: tests/unit/egprof/console/remedies_test.cpp.
#ifndef EGPROF_CONSOLE_REMEDIES_H_
#define EGPROF_CONSOLE_REMEDIES_H_

#include <span>

#include "profdiff/error.h"

namespace egprof {

// The words for one kind of remedy, before and after the cause. "{option}" stands for an option's long name, such as
// "{image}" for "--image", and "{}" for the remedy's value.
struct RemedyRow {
  profdiff::RemedyKind kind;
  const char* before;
  const char* after;
};

// Returns the rows, one for each kind.
std::span<const RemedyRow> RemedyRows();

// Returns egprof's words for a remedy; a profdiff::RemedyWords.
profdiff::RemedyText WordsForRemedy(const profdiff::Remedy& remedy);

}  // namespace egprof

#endif  // EGPROF_CONSOLE_REMEDIES_H_
