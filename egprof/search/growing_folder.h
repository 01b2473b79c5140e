// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a recording readable before uftrace has completed it. uftrace writes its settings and the names of functions
// only when the program has ended, and not at all if it is killed.
// Test: tests/cli/search/run.py.
#ifndef EGPROF_SEARCH_GROWING_FOLDER_H_
#define EGPROF_SEARCH_GROWING_FOLDER_H_

#include <string>
#include <vector>

namespace egprof {

struct GrowingFolder {
  std::string recording;  // directory of one process, or a directory with a subdirectory for each process
  std::string program;    // path of the recorded program
  std::vector<std::string> specifications;  // for recorded arguments: the values of uftrace's option -A

  // Creates a directory with a readable view of the recording so far, replacing an earlier directory of that name.
  // Files of records are links, so records that uftrace adds later appear in them, too. Returns false if nothing has
  // been recorded.
  bool Show(const std::string& folder) const;

  // Completes the recording itself: writes the files that uftrace did not finish because mpirun killed it soon after
  // asking it to end. Complete files are kept.
  void Complete() const;

 private:
  std::string Info() const;
};

}  // namespace egprof

#endif  // EGPROF_SEARCH_GROWING_FOLDER_H_
