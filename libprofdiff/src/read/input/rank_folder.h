// SPDX-License-Identifier: GPL-3.0-or-later
// Directories that contain a recording for each rank of a run.
#ifndef PROFDIFF_READ_INPUT_RANK_FOLDER_H_
#define PROFDIFF_READ_INPUT_RANK_FOLDER_H_

#include <string>
#include <vector>

#include "profdiff/trace.h"

namespace profdiff {

// Errors: kNotATrace for a directory without recordings; otherwise as for ReadTrace.
Trace ReadRankFolder(const std::string& path, const TraceOptions& options);
void ListRankFiles(const std::string& path, std::vector<std::string>& files);

}  // namespace profdiff

#endif  // PROFDIFF_READ_INPUT_RANK_FOLDER_H_
