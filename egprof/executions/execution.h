// SPDX-License-Identifier: GPL-3.0-or-later
// One side of a difference: an execution read, credited to the functions of its image, and brought to its measure.
#ifndef EGPROF_EXECUTIONS_EXECUTION_H_
#define EGPROF_EXECUTIONS_EXECUTION_H_

#include <memory>

#include "egprof/console/output.h"
#include "egprof/executions/sides.h"
#include "egprof/options/options.h"
#include "profdiff/difference.h"
#include "profdiff/image.h"
#include "profdiff/profile.h"

namespace egprof {

struct Execution {
  std::shared_ptr<const profdiff::Image> image;
  std::shared_ptr<const profdiff::FunctionTable> functions;  // the image's, or its lines
  profdiff::Selection selection;
  profdiff::Profile profile;  // of all profiles together; with --runs their mean
  profdiff::RunTable runs;    // one run, or with --runs one for each profile
  bool has_histogram = false;
  bool has_arcs = false;

  profdiff::SideInput Input() const { return {*functions, profile, selection}; }
};

// Both sides. Specs that one side alone has functions for count on both.
struct Executions {
  Execution base, other;
  bool same_image = false;
};

// Errors: those of LoadImage and LoadProfiles.
Executions LoadExecutions(const ProfileOptions& options, const Side& base, const Side& other, Output& output);

// Scales the other side's times to the base's total. Returns the factor; 1 where one side has no time.
double Normalize(Executions& executions);

}  // namespace egprof

#endif  // EGPROF_EXECUTIONS_EXECUTION_H_
