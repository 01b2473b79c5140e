// SPDX-License-Identifier: GPL-3.0-or-later
// Passages that replace parts of the explanations of gprof's listings if whole stacks were sampled or costs were
// counted: in these cases, nothing is propagated, and there are no cycles. Each replacement has the same number of
// lines as the original, since programs count them.
// Tests: tests/unit/report/gprof/stacks_test.cpp.
#include "report/gprof/rewording.h"

namespace profdiff {
namespace {

constexpr Passage kFlatPassages[] = {{R"(           the function was not compiled for call counting.
)",
                                      R"(           nobody else called it, a dash where calls are not counted.
)"},
                                     {R"(ms/call    the heading names. Blank without counted calls.
)",
                                      R"(per call   the heading names. Nothing without counted calls.
)"},
                                     {R"(ms/call    It assumes that every call takes equally long. Times of
           a few sampling periods are not reliable: the error of
           n samples is about the root of n.
)",
                                      R"(per call   Both are quotients of what was measured or counted. The
           error of n samples is about the root of n; what was
           counted has none.
)"}};

constexpr Passage kGraphPassages[] = {{R"(             sign; they are not part of the first number.
)",
                                       R"(             sign. A dash stands where calls are not counted.
)"},
                                      {R"( self        how much of the function's own time is charged to this
             caller, in seconds.

 children    how much of the time of its callees is charged to this
             caller, in seconds.
)",
                                       R"( self        how much of the function's own time was spent for this
             caller, in seconds; a dash where that is not known.

 children    how much of the time of its callees was spent so; where
             self is not known, of the function and its callees.
)"},
                                      {R"(             outside its own cycle. Calls to itself are left out.
)",
                                       R"(             but itself. A dash stands where calls are not counted.
)"},
                                      {R"(             <spontaneous>: nothing that was compiled for call
             counting called it. Main programs, signal handlers and
             callbacks of libraries look like this.
)",
                                       R"(             <spontaneous>: it is the outermost one wherever it is.
             Threads begin like this, and so do stacks that could
             not be followed to their beginning.
)"},
                                      {R"(             of the function, in seconds.

 children    how much of the time of the callee's own callees was
             spent on behalf of the function, in seconds.
)",
                                       R"(             of the function, in seconds; a dash: not known.

 children    how much of the time of the callee's own callees was
             spent so; where self is not known, of both together.
)"},
                                      {R"(             functions outside its cycle.
)",
                                       R"(             functions but itself. A dash: not counted.
)"},
                                      {R"( How time reaches callers: a caller that made a third of the calls
 of a function is charged a third of its time. That is exact only
 if all calls take equally long, which sampling cannot know.
)",
                                       R"( How time reaches callers: it was measured. A stack counts once for
 each function and for each call in it, however deep it recurs: no
 time is shared out, and no function has more than 100 per cent.
)"},
                                      {R"( The line above the heading says how many bytes of code share a
 sample counter and how much of the time one sample makes up. Times
 near that size are chance. Without samples it says that no time
 was propagated; counts are exact all the same.
)",
                                       R"( The line above the heading says what was sampled or counted, by
 which profiler, and how much of it there is in all. The error of n
 samples is about the root of n: few of them are chance. What was
 counted instead of sampled has no such error.
)"},
                                      {R"( Cycles: functions that call each other in a ring cannot be
 separated in this way. They form a cycle, which has an entry of
 its own, "as a whole": its line adds up the members, and below it
 stand the members with what each of them accounts for. The number
 after the plus sign counts the calls between members.
 Lines between members show calls only: time cannot be shared out in
 the cycle.
)",
                                       kCyclesOfStacks}};

constexpr Passage kBsdGraphPassages[] = {{R"( called, and where the time of those calls went. Time that a callee
 spends is charged to its callers in proportion to their calls.
)",
                                          R"( called, and where the time of those calls went. That was measured:
 a stack counts once for each function and each call in it.
)"},
                                         {R"( The first line below this text is about the samples: how many
 bytes of code share one sample counter, and which part of the
 listed time one sample makes up. Times near that size are chance.
)",
                                          R"( The first line below this text says what was sampled or counted,
 by which profiler, and how much of it there is in all. Times of a
 few samples are chance.
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
                 spent so; without self, of the function as well.
)"},
                                         {R"(   total*        how often it was called by all functions outside
                 its own cycle: the number by which time is shared
                 out.
)",
                                          R"(   total*        how often it was called by all functions but
                 itself. A dash in place of both numbers: calls
                 are not counted.
)"},
                                         {R"(                 stands here: no function compiled for call counting
                 called it.
)",
                                          R"(                 stands here: it is the outermost one wherever it
                 is.
)"},
                                         {R"(                 the function, in seconds.

   descendants*  part of the time of the child's own children that
                 was spent for the function, in seconds.
)",
                                          R"(                 the function, in seconds; a dash: not known.

   descendants*  part of the time of the child's own children that
                 was spent so; without self, of the child as well.
)"},
                                         {R"(   total*        how often the child was called by all functions
                 outside its own cycle.
)",
                                          R"(   total*        how often the child was called by all functions
                 but itself.
)"},
                                         {R"(    *  left blank between functions of one cycle, and for calls of
       a function to itself: such time cannot be told apart.

    ** within a cycle these are calls that never leave it.
)",
                                          R"(    *  left blank for calls of a function to itself where calls are
       counted.

    ** calls of a function to itself are not part of the total.
)"},
                                         {R"(   Functions that call each other in a ring form a cycle. A cycle
   has an entry of its own, "as a whole". Its line adds up its
   members, and below it stand the members, each with the time it
   accounts for. The number after the plus sign counts calls
   between members.
)",
                                          R"(   Functions that call each other in a ring keep their own entries.
   Times of their callers overlap, and add up to more than the
   function's own: a stack that passes several of them counts for
   each. No entry is "as a whole", and nothing is shared out
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
