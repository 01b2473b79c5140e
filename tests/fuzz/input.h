// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the fuzzers: values from the input bytes, files in memory, and the only exception that is not a bug.
#ifndef TESTS_FUZZ_INPUT_H_
#define TESTS_FUZZ_INPUT_H_

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "profdiff/error.h"

// Runs one input. Returns 0; a bug ends the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

// Ends the program if a required condition does not hold.
inline void Require(bool holds) {
  if (!holds) std::abort();
}

// Reads values from an input, from front to back. Reads zeros after its end, so every input is valid.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  bool empty() const { return rest_.empty(); }

  std::uint8_t Byte() {
    if (rest_.empty()) return 0;
    const auto byte = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return byte;
  }

  // Returns a number from 0 to limit - 1.
  std::size_t Below(std::size_t limit) { return limit == 0 ? 0 : Byte() % limit; }

  // Reads a number: one byte, or nine for larger numbers.
  std::uint64_t Number() {
    const std::uint8_t first = Byte();
    if (first < 0xf0) return first;
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 8) number |= std::uint64_t{Byte()} << shift;
    return first == 0xff ? number : number >> ((first & 7) * 8);
  }

  // Returns the text up to the next character `end`, and skips that character.
  std::string Until(char end) {
    std::string text(rest_.substr(0, rest_.find(end)));
    rest_.remove_prefix(std::min(text.size() + 1, rest_.size()));
    return text;
  }

  std::string_view Rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// A file that exists only in memory. It is deleted with the object and refilled for each input.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("input", MFD_CLOEXEC)) {
    Require(descriptor_ >= 0);
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  const std::string& Fill(std::string_view bytes) {
    Require(ftruncate(descriptor_, 0) == 0);
    Require(pwrite(descriptor_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
    return path_;
  }

  const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

// Returns false if the library refuses an input with profdiff::Error; any other exception ends the program.
template <class Action>
bool Accepts(const Action& action) {
  try {
    action();
    return true;
  } catch (const profdiff::Error&) {
    return false;
  }
}

}  // namespace fuzz

#endif  // TESTS_FUZZ_INPUT_H_
