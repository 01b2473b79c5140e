// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of ranks, from the names of their files.
#ifndef PROFDIFF_VALUES_RANK_NUMBERS_H_
#define PROFDIFF_VALUES_RANK_NUMBERS_H_

#include <string>
#include <vector>

#include "profdiff/ranks.h"

namespace profdiff {

// Returns the number of each rank: if the names of the files differ in one number alone, such as gmon.out.0 and
// gmon.out.12, this number; otherwise, the file's place in the list.
RankNumbers NumberRanks(const std::vector<std::string>& paths);

}  // namespace profdiff

#endif  // PROFDIFF_VALUES_RANK_NUMBERS_H_
