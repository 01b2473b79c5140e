// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a recording readable before uftrace has completed it: uftrace writes its settings and the names of functions
// only when the program has ended, and not at all if it is killed.
// Test: tests/cli/search/run.py.
#ifndef EGPROF_SEARCH_GROWING_FOLDER_H_
#define EGPROF_SEARCH_GROWING_FOLDER_H_

#include <string>
#include <vector>

namespace egprof {

struct GrowingFolder {
  std::string recording;                    // of one process, or of folders of processes
  std::string program;                      // the file that is recorded
  std::vector<std::string> specifications;  // of arguments: what follows -A

  // Makes a readable folder of the recording so far, in place of an earlier one of that name. Files of records are
  // links, so that later records appear in them. `scratch`: a folder for the output of nm. False if nothing is
  // recorded.
  bool Show(const std::string& folder, const std::string& scratch) const;

  // Adds to the recording itself the files that uftrace did not finish: mpirun kills recorders soon after it has told
  // them to end. Complete files are kept.
  void Complete(const std::string& scratch) const;

 private:
  std::string Info() const;
};

}  // namespace egprof

#endif  // EGPROF_SEARCH_GROWING_FOLDER_H_
