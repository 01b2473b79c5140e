// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256, by which outputs of runs and files of programs are compared. It is too short for a further library.
// Source: FIPS 180-4. Tests: tests/unit/egprof/process/sha256_test.cpp, tests/cli/record/run.py.
#ifndef EGPROF_PROCESS_SHA256_H_
#define EGPROF_PROCESS_SHA256_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace egprof {

// The hash of bytes that are added one part after another.
class Sha256 {
 public:
  // `uses_instructions`: false to do without the processor's instructions for this hash, for tests.
  explicit Sha256(bool uses_instructions = true);

  void Add(std::string_view bytes);
  // Returns the hash in hexadecimal digits. Nothing may be added afterwards.
  std::string Finish();

  std::uint64_t bytes() const { return bytes_; }

 private:
  static constexpr std::size_t kBlock = 64;  // bytes

  void AddBlocks(const char* blocks, std::size_t count);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::string rest_;  // bytes that do not fill a block
  std::uint64_t bytes_ = 0;
  bool is_fast_ = false;
};

// Returns the hash of a file; nullopt if it cannot be read.
std::optional<std::string> HashOfFile(const std::string& path);

}  // namespace egprof

#endif  // EGPROF_PROCESS_SHA256_H_
