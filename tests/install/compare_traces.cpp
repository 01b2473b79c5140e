// SPDX-License-Identifier: GPL-3.0-or-later
// Prints which calls two recorded executions have in common, and which of them took longer.
//   compare_traces A B
#include <profdiff/alignment.h>
#include <profdiff/formats.h>
#include <profdiff/trace.h>

#include <iostream>
#include <string>

using namespace profdiff;

static void Compare(const char* a_path, const char* b_path) {
  const SelectedTrace a = SelectCalls(ReadTrace(a_path), {}), b = SelectCalls(ReadTrace(b_path), {});
  const Alignment alignment = Align(a.trace, b.trace);
  const TraceDifference difference = SubtractTraces(a.trace, b.trace, alignment);
  std::string text;
  WriteTraceDifference(text, *FindTableFormat("text"), {a, b, a_path, b_path, alignment, difference});
  std::cout << text;
}

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    Compare(argv[1], argv[2]);
  } catch (const Error& error) {
    std::cerr << TextOf(error.message()) << '\n';
    return 1;
  }
}
