// SPDX-License-Identifier: GPL-3.0-or-later
// Prints the core of a trace, and the best member of each family for one value of x.
//   choose_members TRACE FAMILIES X
#include <profdiff/error.h>
#include <profdiff/families.h>
#include <profdiff/formats.h>
#include <profdiff/property_set.h>
#include <profdiff/pruning.h>
#include <profdiff/trace.h>

#include <iostream>

using namespace profdiff;

int main(int argc, char** argv) try {
  if (argc != 4) return 2;
  const Trace trace = ReadTrace(argv[1]);
  const TraceProfile profile = ProfileOfTrace(trace);
  const PathGraph graph = PathsOf(trace, profile.functions);
  std::string text;
  WriteCore(text, *FindTableFormat("text"), {graph, PruneCalls(graph), profile.functions});
  const Families families = ReadFamilies(argv[2]);
  SelectOptions options;
  options.set = {{"x", {EvaluateExpression(ParseExpression(argv[3]), {})}}};
  const FamilySelections selections = SelectMembers(families, options);
  WriteSelections(text, *FindTableFormat("text"), SelectionView{families, selections});
  std::cout << text;
} catch (const Error& error) {
  std::cerr << TextOf(error.message()) << '\n';
  return 1;
}
