// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of a digest, which are the same in every form of it. All are one line, without a full stop.
// Tests: tests/unit/report/digest/digest_test.cpp, tests/unit/report/digest/markdown_test.cpp.
#ifndef PROFDIFF_REPORT_DIGEST_SENTENCES_H_
#define PROFDIFF_REPORT_DIGEST_SENTENCES_H_

#include <string>
#include <vector>

#include "profdiff/listing.h"

namespace profdiff {

// Returns the difference of the times of all samples, base minus other.
double SecondsOfAll(const DigestView& view);

// Returns the conclusion, such as "other takes 3.4 % more (95 % interval -0.41 to -0.12 s)".
std::string ConclusionSentence(const DigestView& view);

// Returns what limits the comparison.
std::vector<std::string> CaveatTexts(const DigestView& view);

// Returns what can be compared, such as "yes: 1094 and 873 samples at 100 Hz". `has_caveats` is true if there are
// caveats.
std::string ComparabilityText(const DigestView& view, bool has_caveats);

// Returns how the files were read.
std::vector<std::string> ReadingTexts(const DigestView& view);

// Returns the measurements on which the verdicts are based; empty if there are none.
std::string GroundsText(const DigestView& view);

// Returns what the rows show; empty for self times.
std::string RowsText(const DigestView& view);

// Returns why there are no rows, such as "None of the functions differs".
std::string NoRowsText(const DigestView& view);

// True if rows within noise are marked. Rows that are ordered by weight have a section for these rows instead.
bool MarksNoise(const DigestView& view);

// Returns the numbers and sums of omitted rows, so that readers can check that nothing large is hidden. Empty if there
// are none.
std::string LeftOutText(const DigestView& view);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_DIGEST_SENTENCES_H_
