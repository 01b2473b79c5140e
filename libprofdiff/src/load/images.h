// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of programs and libraries in several recordings.
// Tests: tests/unit/load/images_test.cpp.
#ifndef PROFDIFF_LOAD_IMAGES_H_
#define PROFDIFF_LOAD_IMAGES_H_

#include <vector>

#include "profdiff/context_tree.h"

namespace profdiff {

// Replaces all paths of an image with its path in the first recording that contains the image, so that the image's
// functions are the same in all parts. Runs of one program may have been recorded in different directories and with
// different versions of libraries. Images that are distinct within one recording stay distinct.
void GiveImagesOnePath(std::vector<StackProfile>& parts);

}  // namespace profdiff

#endif  // PROFDIFF_LOAD_IMAGES_H_
