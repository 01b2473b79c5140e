// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how much longer the second command of a folder of recorded runs takes than the first.
//   judge_pairs FOLDER
#include <profdiff/error.h>
#include <profdiff/record.h>

#include <iostream>

using namespace profdiff;

int main(int argc, char** argv) try {
  if (argc != 2) return 2;
  const RecordFolder folder = ReadRecordFolder(argv[1]);
  std::cout << RecordStateName(folder.state) << '\n';
  for (const RecordMeasure& measure : MeasurePairs(CompletePairs(folder, 1))) {
    std::cout << measure.name << ' ' << measure.change.pairs << ' ' << measure.change.percent << '\n';
  }
} catch (const Error& error) {
  std::cerr << TextOf(error.message()) << '\n';
  return 1;
}
