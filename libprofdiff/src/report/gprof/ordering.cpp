// SPDX-License-Identifier: GPL-3.0-or-later
// Writes link orders as gprof's -r and -R print them: only linkage names or file names, one per line, for use in linker
// scripts.
//
// Source: GPROF.md, sections 14.1 and 14.2. Tests: tests/unit/report/gprof/ordering_test.cpp.
#include "values/ordering.h"

namespace profdiff {

void WriteFunctionOrder(std::string& out, const FunctionTable& table, const std::vector<FunctionId>& order) {
  for (FunctionId f : order) out.append(table[f].name).append("\n");
}

void WriteFileOrder(std::string& out, const std::vector<std::string>& order) {
  for (const std::string& file : order) out.append(file).append("\n");
}

}  // namespace profdiff
