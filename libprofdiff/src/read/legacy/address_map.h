// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the addresses of a text profile: what the text itself says of an address, and where images were loaded.
// Tests: tests/unit/read/legacy/pprof_text_test.cpp.
#ifndef PROFDIFF_READ_LEGACY_ADDRESS_MAP_H_
#define PROFDIFF_READ_LEGACY_ADDRESS_MAP_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/seeded_hash.h"
#include "read/profiles/input.h"

namespace profdiff {

class AddressMap {
 public:
  // Adds a line of a memory map: "BEGIN-END PERMISSIONS OFFSET DEVICE INODE PATH" as in /proc/self/maps, or "BEGIN-END:
  // PATH". Returns false for any other line.
  bool AddMapping(std::string_view line);
  // Adds a line "ADDRESS NAME (FILE:LINE)" or "ADDRESS NAME (IMAGE)". Returns false for any other line.
  bool AddName(std::string_view line);

  // Returns the function at the call before a return address. It is the same for all calls with the same address.
  FunctionId Find(std::uint64_t return_address, Frames& frames, const FunctionNamer& find) const;

 private:
  struct Mapping {
    std::uint64_t begin = 0, end = 0, offset = 0;
    std::string image;
  };
  struct Named {
    std::string name, image;
  };

  const Mapping* MappingOf(std::uint64_t address) const;

  std::vector<Mapping> mappings_;  // in the order of the file
  HashMap<std::uint64_t, Named> names_;
};

// Parses a number in hexadecimal digits, with or without "0x".
std::optional<std::uint64_t> AddressFrom(std::string_view text);

}  // namespace profdiff

#endif  // PROFDIFF_READ_LEGACY_ADDRESS_MAP_H_
