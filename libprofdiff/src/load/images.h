// SPDX-License-Identifier: GPL-3.0-or-later
// Where the programs and libraries of several recordings are.
// Tests: tests/unit/load/images_test.cpp.
#ifndef PROFDIFF_LOAD_IMAGES_H_
#define PROFDIFF_LOAD_IMAGES_H_

#include <vector>

#include "profdiff/context_tree.h"

namespace profdiff {

// Runs of one program may have been recorded in several directories, and libraries may have several versions: all
// recordings name such an image as the first one does, so that functions of one name and image are one. Images that
// one recording holds apart stay apart.
void GiveImagesOnePath(std::vector<StackProfile>& parts);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_IMAGES_H_
