// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that the JSON documents of executions, differences and ranks have in common.
#ifndef PROFDIFF_REPORT_MACHINE_JSON_PARTS_H_
#define PROFDIFF_REPORT_MACHINE_JSON_PARTS_H_

#include "report/format/json_document.h"
#include "report/machine/rows.h"

namespace profdiff {

// id, name, linkageName, file and line of a function.
Json NamesAsJson(const FunctionTexts& texts, FunctionId f);

// "listings": what stands in which, in its order.
Json ListingsAsJson(const MachineRows& rows, MachineListings listings);

// Ids of the members of a cycle.
Json MembersAsJson(const Components& components, CycleId cycle);

}  // namespace profdiff

#endif  // PROFDIFF_REPORT_MACHINE_JSON_PARTS_H_
