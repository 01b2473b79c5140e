// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that uftrace is still recording into, or in which it was killed, made readable: it writes how it recorded,
// and the names of functions, when the program has ended. Test: tests/cli/search/run.py.
#ifndef EGPROF_SEARCH_GROWING_FOLDER_H_
#define EGPROF_SEARCH_GROWING_FOLDER_H_

#include <string>
#include <vector>

namespace egprof {

struct GrowingFolder {
  std::string recording;                    // of one process, or of folders of processes
  std::string program;                      // the file that is recorded
  std::vector<std::string> specifications;  // of arguments: what follows -A

  // Makes a folder of what there is by now, instead of an earlier one of that name. Files of records are links: what is
  // added to them meanwhile shows. `scratch`: a folder for the output of nm. False where there is nothing yet.
  bool Show(const std::string& folder, const std::string& scratch) const;

  // Writes into the recording itself what uftrace had no time for: mpirun kills recorders soon after it has told them
  // to end. What is whole stays.
  void Complete(const std::string& scratch) const;

 private:
  std::string Info() const;
};

}  // namespace egprof

#endif  // EGPROF_SEARCH_GROWING_FOLDER_H_
