// SPDX-License-Identifier: GPL-3.0-or-later
// The sum of consecutive files, computed independently of the files that precede them.
// Tests: tests/unit/read/gmon/records_test.cpp, read_profiles_test.cpp.
#ifndef PROFDIFF_READ_GMON_PARTIAL_SUM_H_
#define PROFDIFF_READ_GMON_PARTIAL_SUM_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "profdiff/gmon.h"
#include "read/gmon/arc_sum.h"
#include "read/gmon/record_sink.h"

namespace profdiff {

// Whether a histogram may be added depends on the first histogram of the whole sum and on all earlier ranges. Therefore
// nothing is rejected here: histograms with equal checked properties share bins, others have their own bins, and the
// properties of each file are stored, to be checked once the sum of all earlier files exists.
//
// No file may be added after a damaged or unreadable one. The records of the damaged file stay in the partial sum, but
// this sum is not used: the error ends the whole addition, and only the earlier files are still checked.
class PartialSum : public RecordSink {
 public:
  static constexpr std::size_t kNoSlot = ~std::size_t{0};

  // A histogram of a file.
  struct Part {
    Histogram outline;  // without bins
    std::uint64_t bins = 0;
    std::size_t slot = kNoSlot;  // index of the sum's histogram that contains its samples; kNoSlot if it is truncated
  };
  struct File {
    GmonOutline outline;
    std::vector<Part> histograms;  // in file order, without repetitions
  };

  // Starts the next file and returns its outline.
  GmonOutline& BeginFile(const std::string& path);
  // Adds a file that has been read.
  void AddFile(GmonFile file);
  // Removes the last file, which could not be read, from the list of files to check.
  void DropFile() {
    if (!files.empty()) files.pop_back();
  }

  Bins& OpenHistogram(const Histogram& outline, std::uint64_t announced) override;
  void CloseHistogram(HistogramEnd end) override;
  void ExpectArcs(std::uint64_t count) override { arcs.Expect(count); }
  void AddArcs(std::span<const ArcRecord> some) override { arcs.Add(some); }
  void AddBlock(const BlockRecord& block) override;

  // Frees memory that is needed only for adding; more files may follow later.
  void End();

  std::vector<File> files;
  std::vector<Histogram> histograms;  // by slot
  ArcSum arcs;
  ArcSum blocks;  // added up like arcs; `from` is the address of the block

 private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::string, char>;
  std::map<Key, std::size_t> slots_;
  std::vector<std::size_t> last_files_;  // by slot: size of `files` at the last use of the slot
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_GMON_PARTIAL_SUM_H_
