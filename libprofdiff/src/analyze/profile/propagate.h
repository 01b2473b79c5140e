// SPDX-License-Identifier: GPL-3.0-or-later
// Propagates time from callees to callers.
#ifndef PROFDIFF_ANALYZE_PROFILE_PROPAGATE_H_
#define PROFDIFF_ANALYZE_PROFILE_PROPAGATE_H_

#include "profdiff/profile.h"

namespace profdiff {

// Propagates time from callees to callers. `components` belongs to this profile or to a larger graph that contains the
// profile; it is empty for exact times. The result is deterministic to the last bit, because the order of operations is
// gprof's.
// Source: GPROF.md, sections 8.3 to 8.5.
CallGraph Propagate(const Profile& profile, const Selection& selection, CallLists calls, Components components);

}  // namespace profdiff

#endif  // PROFDIFF_ANALYZE_PROFILE_PROPAGATE_H_
