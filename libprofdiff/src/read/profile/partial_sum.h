// SPDX-License-Identifier: GPL-3.0-or-later
// Some files of a sum that follow each other, added up before those in front of them are known.
// Tests: tests/unit/read/profile/records_test.cpp, read_profiles_test.cpp.
#ifndef PROFDIFF_READ_PROFILE_PARTIAL_SUM_H_
#define PROFDIFF_READ_PROFILE_PARTIAL_SUM_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "profdiff/gmon.h"
#include "read/profile/arc_sum.h"
#include "read/profile/record_sink.h"

namespace profdiff {

// Whether a histogram may be added depends on the first one of the whole sum and on all ranges before it. So nothing is
// refused here: histograms that are alike in everything that is ever checked share their bins, each of the others has
// its own, and what each file had is kept to be checked when the sum of all files before is there.
//
// After a file with damage, or one that cannot be read, no other may be added. What is added up of its records by then
// stays: the error ends every sum, and what counts is that the checks of the files before it can still be made.
class PartialSum : public RecordSink {
 public:
  static constexpr std::size_t kNoSlot = ~std::size_t{0};

  // A histogram as a file has it.
  struct Part {
    Histogram outline;  // without bins
    std::uint64_t bins = 0;
    std::size_t slot = kNoSlot;  // which histogram of the sum its samples are in; none if it is cut
  };
  struct File {
    GmonOutline outline;
    std::vector<Part> histograms;  // in file order; those that repeat one before them are not kept
  };

  // The records that follow are those of one more file, whose outline is returned.
  GmonOutline& BeginFile(const std::string& path);
  // One more file that has been read.
  void AddFile(GmonFile file);
  // The last file cannot be read: nothing of it is checked.
  void DropFile() {
    if (!files.empty()) files.pop_back();
  }

  Bins& OpenHistogram(const Histogram& outline, std::uint64_t announced) override;
  void CloseHistogram(HistogramEnd end) override;
  void ExpectArcs(std::uint64_t count) override { arcs.Expect(count); }
  void AddArcs(std::span<const ArcRecord> some) override { arcs.Add(some); }
  void AddBlock(const BlockRecord& block) override;

  // No file follows for now: gives back what only adding needs.
  void End();

  std::vector<File> files;
  std::vector<Histogram> histograms;  // by slot
  ArcSum arcs;
  ArcSum blocks;  // which are added up as arcs are: `from` is their address

 private:
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::string, char>;
  std::map<Key, std::size_t> slots_;
  std::vector<std::size_t> last_files_;  // by slot: how many files there were when one of it was kept
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_PROFILE_PARTIAL_SUM_H_
