// SPDX-License-Identifier: GPL-3.0-or-later
// Replacements for passages in the explanations of gprof's listings. They are used if whole stacks were sampled or
// costs were counted: in these cases, nothing is propagated, and there are no cycles. Each replacement has the same
// number of lines as the original, since programs count them. Tests: tests/unit/report/gprof/stacks_test.cpp.
#include "report/gprof/rewording.h"

namespace profdiff {
namespace {

constexpr Passage kFlatPassages[] = {{R"(           the function was not compiled for call counting.
)",
                                      R"(           no other function called it; a dash: not counted.
)"},
                                     {R"(ms/call    in the heading. Blank if no calls were counted.
)",
                                      R"(per call   in the heading. Blank if no calls were counted.
)"},
                                     {R"(ms/call    It assumes that all calls take equally long. Times of
           a few sampling periods are not reliable: the error of
           n samples is about the square root of n.
)",
                                      R"(per call   Both are quotients of measured or counted numbers. The
           error of n samples is about the square root of n;
           counted numbers have no error.
)"}};

constexpr Passage kGraphPassages[] = {{R"(             sign; they are not part of the first number.
)",
                                       R"(             sign. A dash means that calls were not counted.
)"},
                                      {R"( self        how much of the function's own time is charged to this
             caller, in seconds.

 children    how much of the time of its callees is charged to this
             caller, in seconds.
)",
                                       R"( self        how much of the function's own time was spent for this
             caller, in seconds; a dash: not known.

 children    how much of the time of its callees was spent for this
             caller; if self is not known, including its own time.
)"},
                                      {R"(             outside its own cycle. Calls to itself are left out.
)",
                                       R"(             but itself. A dash means that calls were not counted.
)"},
                                      {R"(             <spontaneous>: nothing that was compiled for call
             counting called it. Main programs, signal handlers and
             callbacks of libraries look like this.
)",
                                       R"(             <spontaneous>: it is the outermost function wherever it
             occurs, as at the start of a thread, or in a stack that
             could not be followed to its beginning.
)"},
                                      {R"(             of the function, in seconds.

 children    how much of the time of the callee's own callees was
             spent on behalf of the function, in seconds.
)",
                                       R"(             of the function, in seconds; a dash: not known.

 children    how much of the time of the callee's own callees was
             spent for it; if self is not known, of both together.
)"},
                                      {R"(             functions outside its cycle.
)",
                                       R"(             functions but itself. A dash: not counted.
)"},
                                      {R"( How time is propagated to callers: a caller with a third of the
 calls of a function is charged a third of its time. That is exact
 only if all calls take equally long, which samples do not show.
)",
                                       R"( The times of callers were measured. A stack counts once for each
 function and each call in it, even if they occur several times: no
 time is shared out, and no function has more than 100 per cent.
)"},
                                      {R"( The line above the heading says how many bytes of code share a
 sample counter, and what part of the time one sample is. Times
 near that size are not reliable. Without samples, it says that no
 time was propagated; counts are exact in any case.
)",
                                       R"( The line above the heading says what was sampled or counted, by
 which profiler, and the total. The error of n samples is about the
 square root of n, so a few samples are not reliable. Numbers that
 were counted instead of sampled have no such error.
)"},
                                      {R"( Cycles: the times of functions that call each other in a ring
 cannot be separated in this way. They form a cycle, which has an
 entry of its own, "as a whole": its line is the sum of its members,
 which are listed below it with their own numbers. The number
 after the plus sign is the number of calls between members.
 Lines between members show calls only: time cannot be shared out in
 the cycle.
)",
                                       kCyclesOfStacks}};

constexpr Passage kBsdGraphPassages[] = {{R"( and the time of these calls. The time of a callee is charged to its
 callers in proportion to their calls.
)",
                                          R"( and the time of these calls. Times were measured: a stack counts
 once for each function and each call in it.
)"},
                                         {R"( The first line below this text is about the samples: how many
 bytes of code share one sample counter, and what part of the
 listed time one sample is. Times near that size are not reliable.
)",
                                          R"( The first line below this text says what was sampled or counted,
 by which profiler, and the total. Times of a few samples are not
 reliable.
)"},
                                         {R"(   called        how often other functions called it.
)",
                                          R"(   called        how often others called it; a dash: not counted.
)"},
                                         {R"(   self*         part of the function's own time that is charged to
                 this parent, in seconds.

   descendants*  part of the time of the function's children that is
                 charged to this parent, in seconds.
)",
                                          R"(   self*         part of the function's own time that was spent for
                 this parent, in seconds; a dash: not known.

   descendants*  part of the time of the function's children that was
                 spent for it; without self, including its own.
)"},
                                         {R"(   total*        how often it was called by all functions outside
                 its own cycle. Time is shared out in the ratio of
                 the number before to this one.
)",
                                          R"(   total*        how often it was called by all functions but
                 itself. A dash in place of both numbers means
                 that calls were not counted.
)"},
                                         {R"(                 here: no function compiled for call counting
                 called it.
)",
                                          R"(                 here: it is the outermost function wherever it
                 occurs.
)"},
                                         {R"(                 the function, in seconds.

   descendants*  part of the time of the child's own children that
                 was spent for the function, in seconds.
)",
                                          R"(                 the function, in seconds; a dash: not known.

   descendants*  part of the time of the child's own children that
                 was spent for it; without self, including its own.
)"},
                                         {R"(   total*        how often the child was called by all functions
                 outside its own cycle.
)",
                                          R"(   total*        how often the child was called by all functions
                 but itself.
)"},
                                         {R"(    *  left blank between functions of one cycle, and for calls of
       a function to itself: such times cannot be separated.

    ** within a cycle, these are calls between its members.
)",
                                          R"(    *  left blank for calls of a function to itself if calls were
       counted.

    ** calls of a function to itself are not part of the total.
)"},
                                         {R"(   Functions that call each other in a ring form a cycle. A cycle
   has an entry of its own, "as a whole". Its line is the sum of
   its members, which are listed below it with the time that each
   accounts for. The number after the plus sign is the number of
   calls between members.
)",
                                          R"(   Functions that call each other in a ring keep their own entries.
   Times of their callers overlap, and add up to more than the
   function's own: a stack that contains several of them counts
   for each. No entry is "as a whole", and nothing is shared out
   between members.
)"},
                                         {R"( Times are estimates from samples; counts of calls are exact.
)",
                                          R"( Times are sampled or counted; counts of calls are exact.
)"}};

}  // namespace

std::span<const Passage> FlatPassagesOfStacks() { return kFlatPassages; }
std::span<const Passage> GraphPassagesOfStacks(bool traditional) {
  return traditional ? std::span<const Passage>(kBsdGraphPassages) : kGraphPassages;
}

}  // namespace profdiff
