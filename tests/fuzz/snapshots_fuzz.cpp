// SPDX-License-Identifier: GPL-3.0-or-later
// Reads texts of stacks, separated by zero bytes: the first byte of each has the snapshot, the side and the rank. Then
// compares the snapshots and writes the result.
#include <array>
#include <string>

#include "fuzz/input.h"
#include "profdiff/alignment.h"
#include "profdiff/formats.h"
#include "profdiff/stacks.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace profdiff;
  constexpr std::size_t kSnapshots = 3;
  fuzz::Input input(data, size);
  std::array<StackSnapshots, 2> sides;  // the stopped run, good runs
  for (StackSnapshots& side : sides) side.snapshots.resize(kSnapshots);
  std::uint64_t frames = 0;
  for (std::uint32_t rank = 0; !input.empty(); ++rank) {
    const std::uint8_t place = input.Byte();
    const std::string text = input.Until('\0');
    fuzz::Accepts([&] {
      ProcessStacks stacks = ParseStacks(text, "stacks");
      stacks.rank = place % 16 == 15 ? rank : place / 16;
      StackSnapshots& side = sides[place % 4 == 3 ? 1 : 0];
      std::vector<ProcessStacks>& snapshot = side.snapshots[place % kSnapshots];
      for (const ProcessStacks& other : snapshot) {
        if (other.rank == stacks.rank) return;
      }
      for (const ThreadStack& thread : stacks.threads) frames += &side == sides.data() ? thread.frames.size() : 0;
      snapshot.push_back(std::move(stacks));
    });
  }
  const StackFindings findings = CompareStacks(sides[0], sides[1]);
  fuzz::Require(findings.frames == frames);
  fuzz::Require(findings.starts + findings.inner + findings.middle <= frames);
  std::string out;
  for (const TableFormat& format : TableFormats()) WriteStacks(out, format, {findings, 80});
  return 0;
}
