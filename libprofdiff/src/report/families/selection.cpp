// SPDX-License-Identifier: GPL-3.0-or-later
// Writes which members of families were selected, as text, as tables, and as a document of the kind "selection". Tables
// cannot have nested values, so their columns contain strings ("A=A2 B=B1") in place of the document's records.
//
// Tests: tests/cli/select/run.py.
#include <charconv>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/utf8.h"
#include "profdiff/families.h"
#include "profdiff/formats.h"
#include "report/format/table.h"

namespace profdiff {
namespace {

// Returns the cell of a choice, which is a record with the name of each family's chosen member; null if no choice is
// possible. Families without a chosen member, whose members do not affect the time, are omitted.
Cell ChoiceCell(const Families& families, const std::optional<MemberChoice>& choice) {
  if (!choice) return Cell();
  Cell::Record record;
  for (std::size_t i = 0; i < choice->size(); ++i) {
    const std::optional<std::size_t> member = (*choice)[i];
    if (member) record.emplace_back(families.families[i].name, Cell(families.families[i].members[*member].name));
  }
  return record;
}

// Returns a choice as text, such as "A=A2 B=B1".
std::string ChoiceText(const Families& families, const std::optional<MemberChoice>& choice) {
  return choice ? CellText(ChoiceCell(families, choice)) : "no possible choice";
}

// Formats a number like "%.10g", but independently of the locale.
std::string ShortNumber(double value) {
  constexpr int kDigits = 10;
  char text[40];
  return {text, std::to_chars(std::begin(text), std::end(text), value, std::chars_format::general, kDigits).ptr};
}

std::optional<MemberChoice> MembersOf(const std::optional<RatedChoice>& choice) {
  return choice ? std::optional(choice->members) : std::nullopt;
}

Cell ValuesCell(const NamedValues& values) {
  Cell::Record record;
  for (const auto& [name, value] : values) record.emplace_back(name, Cell(value));
  return record;
}

std::string ValuesText(const NamedValues& values) {
  std::string text;
  for (const auto& [name, value] : values) text += (text.empty() ? "" : " ") + name + "=" + ShortNumber(value);
  return text;
}

std::string FlagsText(const std::vector<std::string>& flags) {
  std::string text;
  for (const std::string& flag : flags) text += (text.empty() ? "" : "; ") + flag;
  return text;
}

// Returns the fields of documents and the fields of tables. Fields of tables contain text instead of records, and have
// different keys.
Fields<MemberSelection> SelectionFields(const Families& families) {
  Fields<MemberSelection> fields;
  fields.Add("inputs", [](const MemberSelection& each) { return ValuesCell(each.inputs); });
  fields.Add("choice", [&families](const MemberSelection& each) { return ChoiceCell(families, MembersOf(each.best)); });
  fields.Add("time", [](const MemberSelection& each) { return each.best ? Cell(each.best->time) : Cell(); });
  fields.Add("next", [&families](const MemberSelection& each) {
    if (!each.next) return Cell();
    return Cell(Cell::Record{{"choice", ChoiceCell(families, each.next->members)}, {"time", each.next->time}});
  });
  fields.Add("quality", [](const MemberSelection& each) { return ValuesCell(each.quality); });
  fields.Add("flags", [](const MemberSelection& each) {
    return Cell(ListOf(each.flags, [](const std::string& flag) { return Cell(flag); }));
  });
  fields.AddForTables("at", [](const MemberSelection& each) { return Cell(ValuesText(each.inputs)); });
  fields.AddForTables("chosen", [&families](const MemberSelection& each) {
    return each.best ? Cell(ChoiceText(families, each.best->members)) : Cell();
  });
  fields.AddForTables("nextTime",
                      [](const MemberSelection& each) { return each.next ? Cell(each.next->time) : Cell(); });
  fields.AddForTables("nextChosen", [&families](const MemberSelection& each) {
    return each.next ? Cell(ChoiceText(families, each.next->members)) : Cell();
  });
  fields.AddForTables("qualities", [](const MemberSelection& each) { return Cell(ValuesText(each.quality)); });
  fields.AddForTables("remarks", [](const MemberSelection& each) { return Cell(FlagsText(each.flags)); });
  return fields;
}

Fields<ChoiceCrossover> CrossoverFields(const Families& families) {
  Fields<ChoiceCrossover> fields;
  fields.Add("parameter", [](const ChoiceCrossover& each) { return Cell(each.parameter); });
  fields.Add("at", [](const ChoiceCrossover& each) { return Cell(each.at); });
  fields.Add("before", [&families](const ChoiceCrossover& each) { return ChoiceCell(families, each.before); });
  fields.Add("after", [&families](const ChoiceCrossover& each) { return ChoiceCell(families, each.after); });
  return fields;
}

Fields<ChoiceRange> RangeFields(const Families& families) {
  Fields<ChoiceRange> fields;
  fields.Add("parameter", [](const ChoiceRange& each) { return Cell(each.parameter); });
  fields.Add("low", [](const ChoiceRange& each) { return Cell(each.low); });
  fields.Add("high", [](const ChoiceRange& each) { return Cell(each.high); });
  fields.Add("choice", [&families](const ChoiceRange& each) { return ChoiceCell(families, each.choice); });
  fields.AddForTables("chosen", [&families](const ChoiceRange& each) {
    return each.choice ? Cell(ChoiceText(families, each.choice)) : Cell();
  });
  return fields;
}

Fields<SlowMember> SlowFields(const Families& families) {
  const auto name = [&families](const SlowMember& each, std::size_t member) {
    return Cell(families.families[each.member.family].members[member].name);
  };
  Fields<SlowMember> fields;
  fields.Add("family",
             [&families](const SlowMember& each) { return Cell(families.families[each.member.family].name); });
  fields.Add("member", [name](const SlowMember& each) { return name(each, each.member.member); });
  fields.Add("inputs", [](const SlowMember& each) { return ValuesCell(each.inputs); });
  fields.Add("count", [](const SlowMember& each) { return Cell(each.count); });
  fields.Add("time", [](const SlowMember& each) { return Cell(each.time); });
  fields.Add("bandLow", [](const SlowMember& each) { return Cell(each.band_low); });
  fields.Add("bandHigh", [](const SlowMember& each) { return Cell(each.band_high); });
  fields.Add("faster", [name](const SlowMember& each) { return name(each, each.faster); });
  fields.Add("fasterTime", [](const SlowMember& each) { return Cell(each.faster_time); });
  fields.AddForTables("at", [](const SlowMember& each) { return Cell(ValuesText(each.inputs)); });
  return fields;
}

std::string WithUnit(const Families& families, double time) {
  return ShortNumber(time) + (families.unit.empty() ? "" : " " + families.unit);
}

// Writes one line for a set of inputs. Flags such as "undecided" follow on a line of their own.
void WriteSelectionText(std::string& out, const Families& families, const MemberSelection& each) {
  const std::string at = ValuesText(each.inputs);
  out += at.empty() ? "Best" : at;
  out += ": " + ChoiceText(families, MembersOf(each.best));
  if (each.best) out += ", " + WithUnit(families, each.best->time);
  if (each.next)
    out += "; next " + ChoiceText(families, each.next->members) + ", " + WithUnit(families, each.next->time);
  if (!each.quality.empty()) out += "; " + ValuesText(each.quality);
  out += "\n";
  if (!each.flags.empty()) out += "  " + FlagsText(each.flags) + "\n";
}

// Writes at most ten lines. If members are omitted, the last line contains their number.
void WriteObservedText(std::string& out, const Families& families, const ObservedMembers& observed) {
  constexpr std::size_t kShown = 9;
  for (std::size_t i = 0; i < observed.slow.size() && i < kShown; ++i) {
    const SlowMember& each = observed.slow[i];
    const MemberFamily& family = families.families[each.member.family];
    out += family.name + "=" + family.members[each.member.member].name + " was slow";
    if (!each.inputs.empty()) out += " at " + ValuesText(each.inputs);
    out += ": " + WithUnit(families, each.time) + ", band " + ShortNumber(each.band_low) + " to " +
           WithUnit(families, each.band_high) + "; " + family.members[each.faster].name + " takes " +
           WithUnit(families, each.faster_time) + "\n";
  }
  if (observed.slow.size() > kShown) out += std::to_string(observed.slow.size() - kShown) + " more were slow.\n";
  if (observed.slow.empty()) {
    out += "No member was slower than its band where another takes less; compared at " +
           Plural(observed.compared, "point") + ".\n";
  }
  out += "\n";
}

// Writes selections as text.
void WriteText(std::string& out, const SelectionView& view) {
  const Families& families = view.families;
  const FamilySelections& found = view.selections;
  if (view.observed != nullptr) WriteObservedText(out, families, *view.observed);
  for (const ChoiceRange& range : found.ranges) {
    out += range.parameter + " from " + ShortNumber(range.low) + " to " + ShortNumber(range.high) + ": " +
           ChoiceText(families, range.choice) + "\n";
  }
  if (!found.ranges.empty()) out += "\n";
  for (const MemberSelection& each : found.selections) WriteSelectionText(out, families, each);
  out += "\n" + found.configurations + (found.configurations == "1" ? " configuration" : " configurations") + "; " +
         std::to_string(found.searched) + " steps of the search.\n";
  if (found.insignificant.empty()) return;
  // `insignificant` contains the families without calls: their members have no effect on the time.
  out += "Any member will do of:";
  for (const std::size_t family : found.insignificant) out += " " + families.families[family].name;
  out += "\n";
}

}  // namespace

void WriteSelections(std::string& out, const TableFormat& format, const SelectionView& view) {
  if (format.is_text) return WriteText(out, view);
  const std::unique_ptr<TableWriter> writer = format.start(out);
  const Families& families = view.families;
  const FamilySelections& found = view.selections;
  const auto selections = SelectionFields(families);
  const auto crossovers = CrossoverFields(families);
  const auto ranges = RangeFields(families);
  if (writer->IsDocument()) {
    WriteDocumentHead(*writer, "selection");
    writer->AddValue("unit", families.unit);
    writer->AddValue(
        "families", ListOf(families.families, [](const MemberFamily& family) {
          return Cell(Cell::Record{
              {"name", family.name},
              {"members", ListOf(family.members, [](const FamilyMember& each) { return Cell(each.name); })}});
        }));
    // The number of configurations is a product, which can exceed 2^53; in that case, it is written as a string.
    writer->AddValue("configurations", CountCell(found.configurations));
    writer->AddValue("searched", found.searched);
    WriteObjects(*writer, "selections", selections, found.selections);
    writer->AddValue("insignificant", ListOf(found.insignificant, [&families](std::size_t family) {
                       return Cell(families.families[family].name);
                     }));
    WriteObjects(*writer, "crossovers", crossovers, found.crossovers);
    WriteObjects(*writer, "ranges", ranges, found.ranges);
    if (view.observed != nullptr) WriteObjects(*writer, "observed", SlowFields(families), view.observed->slow);
  } else {
    WriteRows(*writer, "selections",
              ListColumns("inputs=at time choice=chosen nextTime next=nextChosen quality=qualities flags=remarks"),
              selections, found.selections);
    if (!found.ranges.empty()) {
      WriteRows(*writer, "ranges", ListColumns("parameter low high choice=chosen"), ranges, found.ranges);
    }
    if (view.observed != nullptr) {
      WriteRows(*writer, "observed",
                ListColumns("family member inputs=at count time bandLow bandHigh faster fasterTime"),
                SlowFields(families), view.observed->slow);
    }
  }
  writer->Finish();
}

}  // namespace profdiff
