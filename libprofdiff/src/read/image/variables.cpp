// SPDX-License-Identifier: GPL-3.0-or-later
// Reads only plain DWARF in the image itself.
#include "read/image/variables.h"

#include "read/image/object_file.h"

namespace profdiff {

std::vector<DeclaredVariable> ReadDeclaredVariables(const std::string& path) {
  Diagnostics unheard;
  ObjectFile object(path, unheard);
  const std::optional<DwarfSections> sections = object.PlainDwarf(unheard);
  return sections ? ReadVariables(*sections) : std::vector<DeclaredVariable>();
}

}  // namespace profdiff
