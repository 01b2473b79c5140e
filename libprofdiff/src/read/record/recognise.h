// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef PROFDIFF_READ_RECORD_RECOGNISE_H_
#define PROFDIFF_READ_RECORD_RECOGNISE_H_

#include "read/file/first_bytes.h"

namespace profdiff {

// True for a directory whose manifest states the schema of recorded runs.
bool IsRecordFolder(const FirstBytes& file);

}  // namespace profdiff

#endif  // PROFDIFF_READ_RECORD_RECOGNISE_H_
