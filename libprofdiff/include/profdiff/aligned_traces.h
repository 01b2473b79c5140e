// SPDX-License-Identifier: GPL-3.0-or-later
// Two traces and their alignment, ready to be drawn.
#ifndef PROFDIFF_ALIGNED_TRACES_H_
#define PROFDIFF_ALIGNED_TRACES_H_

#include <functional>
#include <string>

#include "profdiff/alignment.h"
#include "profdiff/names.h"
#include "profdiff/trace.h"

namespace profdiff {

// The alignment is one of call trees; writers refuse a flat one with kBadArgument, as they do blocks that are not those
// of these traces.
struct AlignedTraces {
  const Trace& a;
  const Trace& b;
  const Alignment& alignment;
  std::string label_a = "A", label_b = "B";  // for people: which traces they are
};

struct TracePictureOptions {
  DemangleStyle demangle = DemangleStyle::kAuto;
  // Called with a text that has grown long and goes on, as ListingOptions::drain.
  std::function<void(std::string&)> drain = {};
};

}  // namespace profdiff

#endif  // PROFDIFF_ALIGNED_TRACES_H_
