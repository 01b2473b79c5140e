// SPDX-License-Identifier: GPL-3.0-or-later
// The DWARF sections (versions 2 to 5) of one image, as bytes.
#ifndef PROFDIFF_READ_IMAGE_DWARF_SECTIONS_H_
#define PROFDIFF_READ_IMAGE_DWARF_SECTIONS_H_

#include <string_view>

namespace profdiff {

// Sections that the image does not have are empty. All sections are uncompressed. Addresses are as in the linked image.
struct DwarfSections {
  std::string_view info;         // .debug_info
  std::string_view abbrev;       // .debug_abbrev
  std::string_view line;         // .debug_line
  std::string_view line_str;     // .debug_line_str
  std::string_view str;          // .debug_str
  std::string_view str_offsets;  // .debug_str_offsets
  std::string_view addr;         // .debug_addr
  std::string_view ranges;       // .debug_ranges
  std::string_view rnglists;     // .debug_rnglists
  bool big_endian = false;
  bool sign_extend = false;  // true if 32-bit addresses are signed (MIPS)
  bool follows_244 = false;  // true if libbfd 2.44 is followed where it differs from 2.40
};

// True for sections other than plain DWARF in which libbfd finds lines: .zdebug_info (compressed in the old GNU
// format), formats other than DWARF, and references to DWARF in other files.
inline bool HoldsOtherLines(std::string_view section) {
  for (std::string_view name : {".zdebug_info", ".stab", ".debug", ".mdebug", ".gnu_debugaltlink"}) {
    if (section == name) return true;
  }
  return section.starts_with(".gnu.linkonce.wi.");
}

}  // namespace profdiff

#endif  // PROFDIFF_READ_IMAGE_DWARF_SECTIONS_H_
