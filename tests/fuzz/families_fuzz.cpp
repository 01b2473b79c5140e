// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a file of families and, after a zero byte, a file of models. Then selects members and writes the result.
#include <string>

#include "fuzz/input.h"
#include "profdiff/families.h"
#include "profdiff/formats.h"
#include "profdiff/property_set.h"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace profdiff;
  static fuzz::MemoryFile file, model_file;
  fuzz::Input input(data, size);
  const std::string text = input.Until('\0'), models(input.Rest());
  fuzz::Accepts([&] { ParseExpression(text); });
  fuzz::Accepts([&] {
    Families families = ReadFamilies(file.Fill(text));
    if (!models.empty()) SetModels(families, ReadMemberModels(model_file.Fill(models)));
    std::size_t inputs = 1;
    for (const auto& [name, values] : families.inputs) inputs *= values.size();
    if (inputs > 20 || families.families.size() > 20) return;
    const FamilySelections selections = SelectMembers(families);
    for (const MemberSelection& each : selections.selections) fuzz::Require(!each.best || each.best->time >= 0);
    std::string out;
    WriteSelections(out, *FindTableFormat("text"), SelectionView{families, selections});
  });
  return 0;
}
