// SPDX-License-Identifier: GPL-3.0-or-later
// Families of implementations that may be swapped for one another, and which member of each is best for which input.
#ifndef PROFDIFF_FAMILIES_H_
#define PROFDIFF_FAMILIES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/expression.h"
#include "profdiff/formats.h"
#include "profdiff/pruning.h"

namespace profdiff {

struct FamilyMember {
  std::string name;
  // By method: what a call takes; an empty method stands for any. Empty where a model says it.
  std::vector<std::pair<std::string, Expression>> times;
  std::string model;  // a function of a file of models
  NamedValues quality;
};

struct MemberFamily {
  std::string name;
  std::vector<FamilyMember> members;
};

// Calls of a family: of a method, so many times, with these inputs in place of the ones of the whole.
struct FamilyCall {
  std::size_t family = 0;
  std::string method;
  Expression count;
  std::vector<std::pair<std::string, Expression>> inputs;
};

// One member of a family.
struct MemberId {
  std::size_t family = 0, member = 0;
};

// What two members take more if both are chosen.
struct MemberInteraction {
  MemberId first, second;
  Expression time;
};

// How the qualities of chosen members make one of the whole.
enum class QualityOf : std::uint8_t { kMin, kMax, kSum, kProduct };

// What a file of the schema egprof-families-1 says.
struct Families {
  std::string path, unit;
  NamedValues constants;
  std::vector<std::pair<std::string, std::vector<double>>> inputs;
  std::vector<MemberFamily> families;
  std::optional<std::vector<FamilyCall>> calls;  // without: each family once
  std::optional<Expression> fixed;               // time that no choice changes
  std::vector<MemberInteraction> interactions;
  std::vector<std::pair<std::string, QualityOf>> quality;
  std::vector<Expression> require;
};

// Errors: kSystem; kUnsupported in a build without JSON, and for files above 64 MiB; kBadArgument, whose message says
// which value is wrong, for names that are unknown or there twice and for expressions that cannot be parsed.
PROFDIFF_EXPORT Families ReadFamilies(const std::string& path);

// A model of a file that `egprof model --format=json` wrote.
struct MemberModel {
  std::string function, statistic;
  std::vector<std::string> parameters;
  Expression time;
};
struct MemberModels {
  std::string path, unit;
  std::vector<MemberModel> models;
};

// Errors: as ReadFamilies.
PROFDIFF_EXPORT MemberModels ReadMemberModels(const std::string& path);

// Gives members that name a model its time: of the function's first model that is not one of the deviation. Units of
// time are converted.
// Errors: kBadArgument for a member whose function has none, and for units that differ.
PROFDIFF_EXPORT void SetModels(Families& families, const MemberModels& models);

// Takes calls from the core of a trace: functions that are a member's model, and methods of a class that is named as a
// member ("EFM::compute"). Families without any do not matter.
// Errors: kBadArgument where there is none at all.
PROFDIFF_EXPORT void SetCalls(Families& families, const CoreView& core);

// A parameter, and between which values it lies.
struct ParameterRange {
  std::string name;
  double low = 0, high = 0;
};

struct SelectOptions {
  std::vector<std::pair<std::string, std::vector<double>>> set;  // inputs, in place of the file's
  std::vector<Expression> require;                               // beside the file's
  std::vector<ParameterRange> over;
};

// By family; nothing for those that do not matter.
using MemberChoice = std::vector<std::optional<std::size_t>>;

struct RatedChoice {
  MemberChoice members;
  double time = 0;
};

// What is best for one set of inputs.
struct MemberSelection {
  NamedValues inputs;
  std::optional<RatedChoice> best, next;
  NamedValues quality;
  std::vector<std::string> flags;  // "undecided", "unmet", "negative: NAME"
};

// A choice is nothing where none is possible.
struct ChoiceCrossover {
  std::string parameter;
  double at = 0;
  std::optional<MemberChoice> before, after;
};
struct ChoiceRange {
  std::string parameter;
  double low = 0, high = 0;
  std::optional<MemberChoice> choice;
};

struct FamilySelections {
  std::string configurations;  // in decimal digits
  std::uint64_t searched = 0;  // entries of tables and nodes that were looked at
  std::vector<MemberSelection> selections;
  std::vector<std::size_t> insignificant;  // families
  std::vector<ChoiceCrossover> crossovers;
  std::vector<ChoiceRange> ranges;
};

// The choice of the least time: calls, interactions of chosen pairs and what is fixed. A member whose time is not above
// 0 does not compete, and what is equal goes to the first. Exact: without requirements by elimination of variables,
// else by branch and bound. Ranges are found between 257 values that lie evenly, and 257 whose logarithms do.
// Errors: kBadArgument for unknown names, inputs without value and ranges beside several values of another input;
// kUnsupported where interactions join too many families; those of RequireEvaluation.
PROFDIFF_EXPORT FamilySelections SelectMembers(const Families& families, const SelectOptions& options = {});

struct SelectionView {
  const Families& families;
  const FamilySelections& selections;
};

// For people: the answer, then numbers.
PROFDIFF_EXPORT void WriteSelections(std::string& out, const SelectionView& view);
// For programs; a document has the kind "selection". Errors: kUnsupported where the format is not available.
PROFDIFF_EXPORT void WriteSelections(std::string& out, const TableFormat& format, const SelectionView& view);

// A header in C with egprof_choose_FAMILY(double) for each family: the number of a member from 0; -1 where none is
// possible. Errors: kBadArgument for selections without ranges, or of more than one parameter.
PROFDIFF_EXPORT void WriteChooser(std::string& out, const SelectionView& view);

}  // namespace profdiff

#endif  // PROFDIFF_FAMILIES_H_
