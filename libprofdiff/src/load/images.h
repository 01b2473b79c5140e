// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of the programs and libraries in several recordings.
// Tests: tests/unit/load/images_test.cpp.
#ifndef PROFDIFF_LOAD_IMAGES_H_
#define PROFDIFF_LOAD_IMAGES_H_

#include <vector>

#include "profdiff/context_tree.h"

namespace profdiff {

// Replaces the paths of an image by its path in the first recording, so that its functions are the same in all parts:
// runs of one program may have been recorded in several directories, and with several versions of libraries. Images
// that are distinct within one recording stay distinct.
void GiveImagesOnePath(std::vector<StackProfile>& parts);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_IMAGES_H_
