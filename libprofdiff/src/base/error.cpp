// SPDX-License-Identifier: GPL-3.0-or-later
// The one exception's destructor: its place decides where the type's identity lives in a shared library.
#include "profdiff/error.h"

namespace profdiff {

Error::~Error() = default;

}  // namespace profdiff
