// SPDX-License-Identifier: GPL-3.0-or-later
// Whether this build can make models.
#ifndef PROFDIFF_ANALYZE_MODEL_CAN_MODEL_H_
#define PROFDIFF_ANALYZE_MODEL_CAN_MODEL_H_

#include "profdiff/models.h"

namespace profdiff {

// True if this build can make models, which requires Eigen and Boost.Math at compile time.
bool CanModel();

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_MODEL_CAN_MODEL_H_
