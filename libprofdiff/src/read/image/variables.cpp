// SPDX-License-Identifier: GPL-3.0-or-later
// Copies names, because the sections that contain them are valid only as long as the object file exists.
#include "read/image/variables.h"

#include "profdiff/image.h"
#include "read/image/dwarf/variables.h"
#include "read/image/object_file.h"

namespace profdiff {

std::vector<DeclaredVariable> ReadDeclaredVariables(const std::string& path) {
  Diagnostics unheard;
  ObjectFile object(path, unheard);
  const std::optional<DwarfSections> sections = object.PlainDwarf(unheard);
  std::vector<DeclaredVariable> declared;
  if (!sections) return declared;
  for (const DwarfVariable& variable : ReadVariables(*sections)) {
    declared.push_back({std::string(variable.function), std::string(variable.name), variable.is_array, variable.address,
                        variable.bytes});
  }
  return declared;
}

}  // namespace profdiff
