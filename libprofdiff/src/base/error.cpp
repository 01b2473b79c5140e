// SPDX-License-Identifier: GPL-3.0-or-later
// The exception's destructor. It is the key function, and is therefore defined out of line, so that the type
// information is emitted only once, in the shared library.
#include "profdiff/error.h"

namespace profdiff {

Error::~Error() = default;

}  // namespace profdiff
