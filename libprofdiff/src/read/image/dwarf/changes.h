// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of the places where code passes from one line to another.
// Tests: tests/unit/read/image/dwarf/changes_test.cpp.
#ifndef PROFDIFF_READ_IMAGE_DWARF_CHANGES_H_
#define PROFDIFF_READ_IMAGE_DWARF_CHANGES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace profdiff {

// From `address` to the next change, code is of this line. Without a file, the line is not known.
struct LineChange {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint64_t address = 0;
  std::uint32_t file = kNone;      // index into the paths
  std::uint32_t line = 0;          // 0 if the compiler made the code up
  std::uint32_t function = kNone;  // index into the functions; none for code of assembler files
};

// Puts changes one behind the other, into a list that may still hold what they are made of. Of changes at one address
// the last one counts; those that change nothing are left out.
class ChangeList {
 public:
  // Overwrites `changes`, which must outlive this, from its begin.
  explicit ChangeList(std::vector<LineChange>& changes) : changes_(changes) {}

  void Add(LineChange change) {
    if (size_ > 0 && changes_[size_ - 1].address == change.address) --size_;
    if (size_ > 0 && IsAlike(changes_[size_ - 1], change)) return;
    if (size_ == changes_.size()) {
      changes_.push_back(change);
    } else {
      changes_[size_] = change;
    }
    ++size_;
  }
  // Cuts off what was not overwritten.
  void Finish() { changes_.resize(size_); }

 private:
  static bool IsAlike(const LineChange& a, const LineChange& b) {
    return a.file == b.file && a.line == b.line && a.function == b.function;
  }

  std::vector<LineChange>& changes_;
  std::size_t size_ = 0;
};

// Finds what is in effect at an address. Quick where questions ascend.
class ChangeFinder {
 public:
  // Shape: changes ascend by address. They must outlive this.
  explicit ChangeFinder(std::span<const LineChange> changes) : changes_(changes) {}

  // The last change that is not above the address; null if there is none.
  const LineChange* Find(std::uint64_t address) {
    if (!IsNear(address)) place_ = Search(address);
    return place_ > 0 ? &changes_[place_ - 1] : nullptr;
  }

 private:
  static constexpr std::size_t kNear = 16;

  // Moves on by a few changes, if that is enough.
  bool IsNear(std::uint64_t address) {
    if (place_ > 0 && changes_[place_ - 1].address > address) return false;
    const std::size_t last = std::min(place_ + kNear, changes_.size());
    while (place_ < last && changes_[place_].address <= address) ++place_;
    return place_ == changes_.size() || changes_[place_].address > address;
  }

  std::size_t Search(std::uint64_t address) const {
    auto after = std::upper_bound(changes_.begin(), changes_.end(), address,
                                  [](std::uint64_t a, const LineChange& change) { return a < change.address; });
    return static_cast<std::size_t>(after - changes_.begin());
  }

  std::span<const LineChange> changes_;
  std::size_t place_ = 0;  // of the first change above the last address
};

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_CHANGES_H_
