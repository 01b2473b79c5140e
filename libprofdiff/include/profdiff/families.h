// SPDX-License-Identifier: GPL-3.0-or-later
// Families of interchangeable implementations, and the choice of the best member of each family for given inputs.
#ifndef PROFDIFF_FAMILIES_H_
#define PROFDIFF_FAMILIES_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "profdiff/export.h"
#include "profdiff/formats.h"
#include "profdiff/property_set.h"
#include "profdiff/pruning.h"

namespace profdiff {

struct Observations;  // profdiff/models.h

// 95 % confidence band of the mean of a member's model. It is valid if the model has the right form.
struct MemberBand {
  std::string metric, statistic;  // metric and statistic that the model describes
  bool is_power = false;
  std::vector<Expression> terms;
  std::vector<double> spread;  // as Model::spread (profdiff/models.h); empty if the band is unknown
};

struct FamilyMember {
  std::string name;
  // Time of a call for each method, as pairs of method and time. An empty method stands for all other methods. The list
  // is empty if the time comes from `model`.
  std::vector<std::pair<std::string, Expression>> times;
  std::string model;  // name of a function in a file of models; empty if there is none
  NamedValues quality;
  MemberBand band;  // confidence band of the model; set by SetModels
};

struct MemberFamily {
  std::string name;
  std::vector<FamilyMember> members;
};

// The calls of one method of a family: their number, and inputs that replace the inputs of the whole program.
struct FamilyCall {
  std::size_t family = 0;
  std::string method;
  Expression count;
  std::vector<std::pair<std::string, Expression>> inputs;
};

// The indices of a family, and of one of its members.
struct MemberId {
  std::size_t family = 0, member = 0;
};

// Time that is added to each choice that contains both members.
struct MemberInteraction {
  MemberId first, second;
  Expression time;
};

// The operation that combines the qualities of the chosen members into the quality of the whole program.
enum class QualityOf : std::uint8_t { kMin, kMax, kSum, kProduct };

// The contents of a file with the schema egprof-families-1.
struct Families {
  std::string path, unit;
  NamedValues constants;
  std::vector<std::pair<std::string, std::vector<double>>> inputs;
  std::vector<MemberFamily> families;
  std::optional<std::vector<FamilyCall>> calls;  // nullopt if each family is called once
  std::optional<Expression> fixed;               // time that does not depend on the choice
  std::vector<MemberInteraction> interactions;
  std::vector<std::pair<std::string, QualityOf>> quality;
  std::vector<Expression> require;
};

// Reads a file of families.
// Errors: kSystem; kUnsupported in a build without JSON, and for files larger than 64 MiB; kBadArgument for unknown or
// repeated names, and for expressions that cannot be parsed. The message of kBadArgument names the invalid value.
PROFDIFF_EXPORT Families ReadFamilies(const std::string& path);

// A model from a file written by `egprof model --format=json`.
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

// Reads a file of models. Errors: as for ReadFamilies.
PROFDIFF_EXPORT MemberModels ReadMemberModels(const std::string& path);

// Sets the time of each member that has a model, converted to the unit of the families. If there are several models of
// the function, uses the first one whose statistic is not the standard deviation.
// Errors: kBadArgument for a member whose function has no such model, and for units that cannot be converted.
PROFDIFF_EXPORT void SetModels(Families& families, const MemberModels& models);

// Sets Families::calls to the calls in the core of a trace (profdiff/pruning.h). Counts calls of the functions that
// members' models name, and calls of the methods of a class that has the name of a member, such as "EFM::compute" for a
// member EFM. Families without calls are insignificant.
// Errors: kBadArgument if the core has no calls of members.
PROFDIFF_EXPORT void SetCalls(Families& families, const CoreView& core);

// A parameter with its smallest and its largest value.
struct ParameterRange {
  std::string name;
  double low = 0, high = 0;
};

struct SelectOptions {
  // values that replace those of inputs or constants in the file
  std::vector<std::pair<std::string, std::vector<double>>> set;
  std::vector<Expression> require;  // requirements in addition to those in the file
  std::vector<ParameterRange> over;
};

// By family: the index of the chosen member; nullopt for insignificant families.
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

// A value of a parameter at which the best choice changes: `before` is the best choice just below `at`, and `after` is
// the best choice from `at` on. Each is nullopt if no choice is possible there.
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
  std::string configurations;  // number of possible choices, in decimal digits
  std::uint64_t searched = 0;  // number of table entries and search nodes that were visited
  std::vector<MemberSelection> selections;
  std::vector<std::size_t> insignificant;  // indices of families without calls
  std::vector<ChoiceCrossover> crossovers;
  std::vector<ChoiceRange> ranges;
};

// Finds the choice with the least time. The time of a choice is the sum of all calls, the interactions of chosen pairs
// and the fixed time. Members whose time is not above 0 are excluded; if times are equal, the first member wins. The
// result is exact: it is found by variable elimination if there are no requirements, otherwise by branch and bound. For
// a range, choices are compared at 257 evenly spaced values and, if the range begins above 0, also at 257
// logarithmically spaced values; changes between two adjacent values are located by bisection.
// Errors: kBadArgument for unknown names, inputs without a value, and ranges combined with several values of another
// input; kUnsupported if interactions connect too many families.
PROFDIFF_EXPORT FamilySelections SelectMembers(const Families& families, const SelectOptions& options = {});

// A member whose time at one point of a recording was above the 95 % band of its model, although another member is
// faster at that point. A point is a set of values of the inputs. Units: as in Families.
struct SlowMember {
  MemberId member;
  NamedValues inputs;
  std::size_t count = 0;  // number of calls at the point
  double time = 0;        // time of the calls, reduced to the statistic that the model describes, such as the median
  double band_low = 0, band_high = 0;
  std::size_t faster = 0;  // index, within the family, of the fastest other member
  double faster_time = 0;  // modelled time of the faster member
};

struct ObservedMembers {
  std::size_t compared = 0;      // number of points at which members were compared
  std::vector<SlowMember> slow;  // sorted by family, member and point
};

// Returns the metrics of the members' models, which a recording must provide.
PROFDIFF_EXPORT std::vector<std::string> MetricsOfMembers(const Families& families);

// Compares observed times with the models set by SetModels. A member's model names a function by its linkage name or
// its demangled name. Each point provides the inputs; constants, and inputs with a single value, come from `families`.
// Only the time for the empty method (see FamilyMember::times) is compared, not the times of single methods.
// Errors: kBadArgument if nothing can be compared.
PROFDIFF_EXPORT ObservedMembers CompareMembers(const Families& families, const Observations& observations,
                                               const SelectOptions& options = {});

struct SelectionView {
  const Families& families;
  const FamilySelections& selections;
  const ObservedMembers* observed = nullptr;  // null if no recording was compared
};

// Writes selections: first the best choices, then the numbers behind them. A document has the kind "selection".
PROFDIFF_EXPORT void WriteSelections(std::string& out, const TableFormat& format, const SelectionView& view);

// Writes a C header with a function egprof_choose_FAMILY(double) for each family. The function returns the index of a
// member, from 0; -1 if no choice is possible.
// Errors: kBadArgument for selections without ranges, or with ranges of more than one parameter.
PROFDIFF_EXPORT void WriteChooser(std::string& out, const SelectionView& view);

}  // namespace profdiff

#endif  // PROFDIFF_FAMILIES_H_
