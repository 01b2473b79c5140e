// SPDX-License-Identifier: GPL-3.0-or-later
// Makes small changes to an input, always the same ones for the same seed.
#ifndef TESTS_FUZZ_MUTATE_H_
#define TESTS_FUZZ_MUTATE_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace fuzz {

class Mutator {
 public:
  explicit Mutator(std::uint32_t seed) : random_(seed) {}

  // Makes one to four changes; one kind of change replaces the end of the input with bytes of `other`.
  std::string Mutate(std::string bytes, std::string_view other) {
    for (std::size_t changes = 1 + Below(4); changes > 0; --changes) Change(bytes, other);
    return bytes;
  }

 private:
  // Returns a number from 0 to limit - 1; 0 if `limit` is 0. Uses no distribution of the standard library, because its
  // results can differ between versions.
  std::size_t Below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

  void Change(std::string& bytes, std::string_view other) {
    const std::size_t at = Below(bytes.size() + 1);
    const std::size_t some = std::min(1 + Below(16), bytes.size() - at);
    switch (Below(7)) {
      case 0:
        return Replace(bytes, at, 1, static_cast<char>(bytes.size() > at ? bytes[at] ^ (1 << Below(8)) : 0));
      case 1:
        return Replace(bytes, at, some, kOdd[Below(kOdd.size())]);
      case 2:
        return bytes.resize(at);
      case 3:
        bytes.erase(at, some);
        return;
      case 4:
        bytes.insert(at, 1 + Below(16), static_cast<char>(Below(256)));
        return;
      case 5:
        bytes.insert(at, bytes.substr(at, some));
        return;
      default:
        Splice(bytes, at, other);
    }
  }

  static void Replace(std::string& bytes, std::size_t at, std::size_t count, char byte) {
    bytes.replace(at, std::min(count, bytes.size() - at), std::min(count, bytes.size() - at), byte);
  }

  void Splice(std::string& bytes, std::size_t at, std::string_view other) {
    const std::string_view piece = other.substr(Below(other.size() + 1));
    bytes.replace(at, std::string::npos, piece.substr(0, Below(piece.size() + 1)));
  }

  // Bytes that often reveal faults: the limits of signed and unsigned numbers, a line end, and a digit.
  static constexpr std::string_view kOdd{"\0\x01\x7f\x80\xff\n0", 7};

  std::mt19937 random_;
};

}  // namespace fuzz

#endif  // TESTS_FUZZ_MUTATE_H_
