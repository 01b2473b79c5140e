// SPDX-License-Identifier: GPL-3.0-or-later
// The exception's destructor, defined out of line: it is the key function, so the type information is emitted once, in
// the shared library.
#include "profdiff/error.h"

namespace profdiff {

Error::~Error() = default;

}  // namespace profdiff
