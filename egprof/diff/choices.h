// SPDX-License-Identifier: GPL-3.0-or-later
// What `egprof diff` is asked for, beside what it shares with the gprof form.
#ifndef EGPROF_DIFF_CHOICES_H_
#define EGPROF_DIFF_CHOICES_H_

#include "profdiff/digest.h"

namespace egprof {

struct DiffChoices {
  enum class Rows { kFunctions, kLines, kFiles, kNamespaces };

  profdiff::DigestChoice digest;
  Rows rows = Rows::kFunctions;
  bool full_names = false;
  bool add = false;  // profiles of a side are added up, not runs
};

}  // namespace egprof

#endif  // EGPROF_DIFF_CHOICES_H_
