// SPDX-License-Identifier: GPL-3.0-or-later
// What a recording lacks: lost samples, incomplete stacks, and files that end early.
#ifndef PROFDIFF_LOSS_H_
#define PROFDIFF_LOSS_H_

#include <cstdint>

namespace profdiff {

// What is known to be missing in one file, or in all files of one execution.
struct Loss {
  // Number of samples that the profiler took but could not write. It counts these samples itself; some of them may be
  // records other than samples.
  std::uint64_t samples = 0;
  // Number of times that the kernel stopped sampling, because samples came too fast. It continues at the next tick of
  // its clock.
  std::uint64_t throttles = 0;
  // Share of stacks that lack their outer callers, from 0 to 1: inclusive times are too small.
  double broken_stacks = 0;
  bool is_cut = false;       // true if a part of a file is missing, whose size is unknown
  bool lacks_times = false;  // true if the missing part may contain times; false if it contains only calls

  bool Any() const { return samples != 0 || throttles != 0 || is_cut; }
  void Add(const Loss& more) {
    samples += more.samples;
    throttles += more.throttles;
    is_cut = is_cut || more.is_cut;
    lacks_times = lacks_times || more.lacks_times;
  }
};

}  // namespace profdiff

#endif  // PROFDIFF_LOSS_H_
