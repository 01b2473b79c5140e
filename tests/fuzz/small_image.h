// SPDX-License-Identifier: GPL-3.0-or-later
// A small image for fuzzers of files that are read together with an image.
#ifndef TESTS_FUZZ_SMALL_IMAGE_H_
#define TESTS_FUZZ_SMALL_IMAGE_H_

#include <string>

#include "fuzz/input.h"
#include "profdiff/image.h"
#include "support/elf_bytes.h"

namespace fuzz {

inline std::string SmallImage() {
  constexpr std::uint64_t kText = tests::ElfBytes::kTextBegin;
  return tests::ElfBytes()
      .File("a.c")
      .Local("helper", kText + 0x10)
      .File("b.c")
      .Local("helper", kText + 0x20)
      .Local("label", kText + 0x30, tests::SymbolType::kNone)
      .Global("main", kText + 0x40)
      .Global("leaf", kText + 0x60)
      .bytes();
}

// Requires that addresses ascend, that file indices are valid, and that searches return no ids beyond the end of the
// table.
inline void RequireSound(const profdiff::FunctionTable& table) {
  std::uint64_t previous = 0;
  for (const profdiff::Function& function : table.functions) {
    Require(function.address >= previous);
    Require(!function.file.valid() || function.file.value < table.files.size());
    previous = function.address;
  }
  for (std::uint64_t address : {std::uint64_t{0}, tests::ElfBytes::kTextBegin, ~std::uint64_t{0}}) {
    const profdiff::FunctionId found = table.Find(address);
    Require(!found.valid() || found.value < table.size());
  }
}

}  // namespace fuzz

#endif  // TESTS_FUZZ_SMALL_IMAGE_H_
