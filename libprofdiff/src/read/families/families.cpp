// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the schema egprof-families-1: an object with
//   schema        "egprof-families-1"; unit: the unit of times, optional
//   constants     {NAME: NUMBER}, inputs {NAME: NUMBER or [NUMBER…]}
//   families      [{name, members: [{name, time: EXPRESSION or {METHOD: EXPRESSION}, or model: FUNCTION,
//                 quality: {NAME: NUMBER}}…]}…]
//   calls         [{family, method, count, inputs: {NAME: EXPRESSION}}…]; without it, each family is called once
//   fixed         EXPRESSION, the time of everything else
//   interactions  [{between: ["FAMILY=MEMBER", "FAMILY=MEMBER"], time: EXPRESSION}…]
//   quality       {NAME: min, max, sum or product}; require: [EXPRESSION…]
// Each value is checked with its position, so messages show which value is invalid. Unknown keys are errors: a
// misspelled optional key would silently change the selection.
// Tests: tests/cli/select/run.py, tests/fuzz/families_fuzz.cpp.
#include "profdiff/families.h"

#include <algorithm>
#include <string_view>

#include "read/families/fields.h"

namespace profdiff {
namespace {

using Kind = DocumentValue::Kind;

class FamiliesReader {
 public:
  explicit FamiliesReader(const std::string& path) { out_.path = path; }

  // Reads families first, since calls and interactions refer to them by name.
  Families Read(const DocumentValue& root) {
    const JsonPlace top{&root, out_.path, {}};
    top.RequireKind(Kind::kObject, "an object");
    top.AllowOnly(
        {"schema", "unit", "constants", "inputs", "families", "calls", "fixed", "interactions", "quality", "require"});
    if (top.Get("schema").Text() != "egprof-families-1") top.Get("schema").Fail("expected \"egprof-families-1\"");
    if (top.Has("unit")) out_.unit = top.Get("unit").Text();
    ReadNumbers(top, "constants", out_.constants);
    for (const JsonPlace& input : top.MembersOf("inputs")) ReadInput(input);
    ReadFamilyList(top.Get("families"));
    if (top.Has("calls")) ReadCalls(top.Get("calls"));
    if (top.Has("fixed")) out_.fixed = top.Get("fixed").AsExpression();
    for (const JsonPlace& place : top.ItemsOf("interactions")) ReadInteraction(place);
    for (const JsonPlace& quality : top.MembersOf("quality")) ReadQuality(quality);
    for (const JsonPlace& place : top.ItemsOf("require")) out_.require.push_back(place.AsExpression());
    return std::move(out_);
  }

 private:
  // The numbers of families and members are limited because the check for repeated names compares all pairs.
  static constexpr std::size_t kMostFamilies = 1000, kMostMembers = 1000;

  static void ReadNumbers(const JsonPlace& place, std::string_view key, NamedValues& values) {
    for (const JsonPlace& each : place.MembersOf(key)) values[each.Name()] = each.Number();
  }

  void ReadInput(const JsonPlace& input) {
    std::vector<double> values;
    if (input.kind() == Kind::kNumber) {
      values = {input.Number()};
    } else {
      for (const JsonPlace& value : input.Items()) values.push_back(value.Number());
    }
    if (values.empty()) input.Fail("expected a number, or a list of numbers");
    out_.inputs.emplace_back(input.Name(), std::move(values));
  }

  void ReadFamilyList(const JsonPlace& families) {
    for (const JsonPlace& place : families.Items()) {
      place.AllowOnly({"name", "members"});
      MemberFamily family{place.Get("name").Name(), {}};
      if (std::ranges::count(out_.families, family.name, &MemberFamily::name) > 0) {
        place.Get("name").Fail("'" + family.name + "' occurs twice");
      }
      for (const JsonPlace& member : place.Get("members").Items()) {
        family.members.push_back(ReadMember(member));
        const std::string& name = family.members.back().name;
        if (std::ranges::count(family.members, name, &FamilyMember::name) > 1) {
          member.Get("name").Fail("'" + name + "' occurs twice");
        }
      }
      if (family.members.empty()) place.Get("members").Fail("expected at least one member");
      if (family.members.size() > kMostMembers) place.Get("members").Fail("more than 1000 members");
      out_.families.push_back(std::move(family));
    }
    if (out_.families.empty()) families.Fail("expected at least one family");
    if (out_.families.size() > kMostFamilies) families.Fail("more than 1000 families");
  }

  // A time that applies to all methods is stored with an empty method name.
  static FamilyMember ReadMember(const JsonPlace& place) {
    place.AllowOnly({"name", "time", "model", "quality"});
    FamilyMember member;
    member.name = place.Get("name").Name();
    if (place.Has("time") == place.Has("model")) place.Fail("expected either \"time\" or \"model\"");
    if (place.Has("model")) {
      member.model = place.Get("model").Text();
      if (member.model.empty()) place.Get("model").Fail("expected the name of a function");
    } else if (const JsonPlace time = place.Get("time"); time.kind() == Kind::kObject) {
      for (const JsonPlace& each : time.Members()) member.times.emplace_back(each.Name(), each.AsExpression());
      if (member.times.empty()) time.Fail("expected a method and its time");
    } else {
      member.times.emplace_back("", time.AsExpression());
    }
    ReadNumbers(place, "quality", member.quality);
    return member;
  }

  std::size_t FamilyOf(const JsonPlace& place, std::string_view name) const {
    const auto found = std::ranges::find(out_.families, name, &MemberFamily::name);
    if (found == out_.families.end()) place.Fail("there is no family '" + std::string(name) + "'");
    return static_cast<std::size_t>(found - out_.families.begin());
  }

  // Reads `calls`. Families that are not called count as insignificant; in a document without `calls`, each family is
  // called once.
  void ReadCalls(const JsonPlace& calls) {
    out_.calls.emplace();
    for (const JsonPlace& place : calls.Items()) {
      place.AllowOnly({"family", "method", "count", "inputs"});
      FamilyCall call;
      call.family = FamilyOf(place.Get("family"), place.Get("family").Text());
      if (place.Has("method")) call.method = place.Get("method").Text();
      call.count = place.Has("count") ? place.Get("count").AsExpression() : ParseExpression("1");
      for (const JsonPlace& each : place.MembersOf("inputs")) {
        call.inputs.emplace_back(each.Name(), each.AsExpression());
      }
      out_.calls->push_back(std::move(call));
    }
    if (out_.calls->empty()) calls.Fail("expected at least one call");
  }

  MemberId MemberOf(const JsonPlace& place) const {
    const std::string text = place.Text();
    const std::size_t sign = text.find('=');
    if (sign == std::string::npos) place.Fail("expected \"FAMILY=MEMBER\"");
    const std::size_t family = FamilyOf(place, text.substr(0, sign));
    const auto& members = out_.families[family].members;
    const auto found = std::ranges::find(members, text.substr(sign + 1), &FamilyMember::name);
    if (found == members.end()) place.Fail("there is no member '" + text.substr(sign + 1) + "' of that family");
    return {family, static_cast<std::size_t>(found - members.begin())};
  }

  // Rejects an interaction within one family, which would never apply, as only one member of each family is chosen.
  void ReadInteraction(const JsonPlace& place) {
    place.AllowOnly({"between", "time"});
    const std::vector<JsonPlace> between = place.Get("between").Items();
    if (between.size() != 2) place.Get("between").Fail("expected two members");
    const MemberInteraction each{MemberOf(between[0]), MemberOf(between[1]), place.Get("time").AsExpression()};
    if (each.first.family == each.second.family) place.Get("between").Fail("expected members of two families");
    out_.interactions.push_back(each);
  }

  void ReadQuality(const JsonPlace& quality) {
    constexpr std::pair<std::string_view, QualityOf> kWords[] = {
        {"min", QualityOf::kMin}, {"max", QualityOf::kMax}, {"sum", QualityOf::kSum}, {"product", QualityOf::kProduct}};
    const std::string word = quality.Text();
    const auto found = std::ranges::find(kWords, word, &std::pair<std::string_view, QualityOf>::first);
    if (found == std::end(kWords)) quality.Fail("expected min, max, sum or product, not '" + word + "'");
    out_.quality.emplace_back(quality.Name(), found->second);
  }

  Families out_;
};

}  // namespace

Families ReadFamilies(const std::string& path) { return FamiliesReader(path).Read(ReadJsonDocument(path)); }

}  // namespace profdiff
