// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef STATICS_H_
#define STATICS_H_

#include "work.h"

void ReadAll(int rounds);
void WriteAll(int rounds);

// A static function that two object files contain, with the same name and from the same source file.
__attribute__((noinline, unused)) static int Shared(int n) { return n + (int)work_result % 2; }

#endif
