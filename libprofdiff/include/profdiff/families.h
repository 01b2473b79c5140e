// SPDX-License-Identifier: GPL-3.0-or-later
// Families of interchangeable implementations, and the best member of each for given inputs.
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

struct Observations;  // profdiff/models.h

// 95 % confidence band of the mean of a member's model, valid if its form is right.
struct MemberBand {
  std::string metric, statistic;  // metric and statistic of the model
  bool is_power = false;
  std::vector<Expression> terms;
  std::vector<double> spread;  // as Model::spread (profdiff/models.h); empty: no band is known
};

struct FamilyMember {
  std::string name;
  // Time of a call by method; an empty method means all others. Empty if the time comes from `model`.
  std::vector<std::pair<std::string, Expression>> times;
  std::string model;  // a function in a file of models; empty: none
  NamedValues quality;
  MemberBand band;  // band of the model set by SetModels
};

struct MemberFamily {
  std::string name;
  std::vector<FamilyMember> members;
};

// Calls of one method of a family: their number, and inputs that replace those of the whole program.
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

// The additional time when both members are chosen.
struct MemberInteraction {
  MemberId first, second;
  Expression time;
};

// How the qualities of chosen members combine into the quality of the whole program.
enum class QualityOf : std::uint8_t { kMin, kMax, kSum, kProduct };

// The content of a file of the schema egprof-families-1.
struct Families {
  std::string path, unit;
  NamedValues constants;
  std::vector<std::pair<std::string, std::vector<double>>> inputs;
  std::vector<MemberFamily> families;
  std::optional<std::vector<FamilyCall>> calls;  // none: each family is called once
  std::optional<Expression> fixed;               // time that does not depend on the choice
  std::vector<MemberInteraction> interactions;
  std::vector<std::pair<std::string, QualityOf>> quality;
  std::vector<Expression> require;
};

// Errors: kSystem; kUnsupported in a build without JSON, and for files above 64 MiB; kBadArgument, whose message names
// the wrong value, for unknown or repeated names and for expressions that cannot be parsed.
PROFDIFF_EXPORT Families ReadFamilies(const std::string& path);

// A model from a file that `egprof model --format=json` wrote.
struct MemberModel {
  std::string function;
  std::vector<std::string> parameters;
  Expression time;
  MemberBand band;
};
struct MemberModels {
  std::string path, unit;
  std::vector<MemberModel> models;
};

// Errors: as ReadFamilies.
PROFDIFF_EXPORT MemberModels ReadMemberModels(const std::string& path);

// Sets the time of each member with a model: the function's first model of a statistic other than the standard
// deviation. Converts units of time.
// Errors: kBadArgument for a member whose function has no such model, and for units that cannot be converted.
PROFDIFF_EXPORT void SetModels(Families& families, const MemberModels& models);

// Sets the calls from the core of a trace: calls of functions that are a member's model, and of methods of a class with
// a member's name ("EFM::compute"). Families without calls are insignificant.
// Errors: kBadArgument if the core has no call of any member.
PROFDIFF_EXPORT void SetCalls(Families& families, const CoreView& core);

// A parameter, and its least and largest value.
struct ParameterRange {
  std::string name;
  double low = 0, high = 0;
};

struct SelectOptions {
  std::vector<std::pair<std::string, std::vector<double>>> set;  // inputs or constants that replace the file's
  std::vector<Expression> require;                               // in addition to the file's
  std::vector<ParameterRange> over;
};

// The index of the chosen member, by family; nothing for insignificant families.
using MemberChoice = std::vector<std::optional<std::size_t>>;

struct RatedChoice {
  MemberChoice members;
  double time = 0;
};

// The best choice for one set of inputs.
struct MemberSelection {
  NamedValues inputs;
  std::optional<RatedChoice> best, next;
  NamedValues quality;
  std::vector<std::string> flags;  // "undecided", "unmet", "negative: NAME"
};

// A point where the best choice changes. A choice is empty if none is possible.
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
  std::uint64_t searched = 0;  // table entries and search nodes that were visited
  std::vector<MemberSelection> selections;
  std::vector<std::size_t> insignificant;  // families
  std::vector<ChoiceCrossover> crossovers;
  std::vector<ChoiceRange> ranges;
};

// Finds the choice with the least time: the sum of all calls, the interactions of chosen pairs and the fixed time.
// Members whose time is not above 0 are excluded; of equal times the first member wins. Exact: by variable elimination
// without requirements, else by branch and bound. Ranges are searched between 257 evenly spaced values and 257
// logarithmically spaced ones.
// Errors: kBadArgument for unknown names, inputs without a value, and ranges together with several values of another
// input; kUnsupported where interactions connect too many families; those of RequireEvaluation.
PROFDIFF_EXPORT FamilySelections SelectMembers(const Families& families, const SelectOptions& options = {});

// A member that took longer at one point of a recording than the 95 % band of its model allows, although another member
// is faster there. Units: those of Families.
struct SlowMember {
  MemberId member;
  NamedValues inputs;
  std::size_t count = 0;  // number of calls at the point
  double time = 0;        // the model's statistic (such as the median) of their times
  double band_low = 0, band_high = 0;
  std::size_t faster = 0;  // index of the fastest other member of the family
  double faster_time = 0;  // its modelled time
};

struct ObservedMembers {
  std::size_t compared = 0;      // number of points at which a member was compared
  std::vector<SlowMember> slow;  // by family, member and point
};

// The metrics of the members' models, which are to be read from a recording.
PROFDIFF_EXPORT std::vector<std::string> MetricsOfMembers(const Families& families);

// Compares observed times with the models set by SetModels. A member's model names a function, by linkage name or
// demangled name. A point gives the inputs; constants, and inputs with a single value, come from `families`. Compares
// only the time for all other methods, not times of single methods.
// Errors: kBadArgument where nothing can be compared; those of RequireEvaluation.
PROFDIFF_EXPORT ObservedMembers CompareMembers(const Families& families, const Observations& observations,
                                               const SelectOptions& options = {});

struct SelectionView {
  const Families& families;
  const FamilySelections& selections;
  const ObservedMembers* observed = nullptr;  // null: no recording was compared
};

// As text: the answer, then the numbers.
PROFDIFF_EXPORT void WriteSelections(std::string& out, const SelectionView& view);
// For programs; a document has the kind "selection". Errors: kUnsupported where the format is not available.
PROFDIFF_EXPORT void WriteSelections(std::string& out, const TableFormat& format, const SelectionView& view);

// A C header with a function egprof_choose_FAMILY(double) for each family. It returns the index of a member, from 0, or
// -1 where no choice is possible. Errors: kBadArgument for selections without ranges, or of more than one parameter.
PROFDIFF_EXPORT void WriteChooser(std::string& out, const SelectionView& view);

}  // namespace profdiff

#endif  // PROFDIFF_FAMILIES_H_
