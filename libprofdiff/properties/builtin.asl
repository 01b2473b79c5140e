// SPDX-License-Identifier: GPL-3.0-or-later
// The properties that egprof check looks for if no other file is named. The language is described in egprof-check(1).
//
// Source of names and of what they measure: Gerndt, Fürlinger, Kereku, Periscope: Advanced Techniques for Performance
// Analysis. Rates are of all references of the region, as in the results of that paper; its Figure 1, of reads alone,
// is L1ReadMissesOverMemRef.

// What Callgrind counts: instructions, reads and writes of data, their misses in the first (1) and in the last level
// (L) of caches, conditional (c) and indirect (i) branches, and those predicted wrongly (m). Those of a function are
// with what it calls; what begins with "self" is without.
CONTEXT SeqPerf {
  Ir; Dr; Dw; I1mr; D1mr; D1mw; ILmr; DLmr; DLmw; Bc; Bcm; Bi; Bim;
  selfIr; selfDr; selfDw; selfI1mr; selfD1mr; selfD1mw; selfILmr; selfDLmr; selfDLmw; selfBc; selfBcm; selfBi; selfBim;
  // Of address traces: misses of the first cache because nothing was in that line before, because the cache is too
  // small, and because lines share a set.
  D1compulsory; D1capacity; D1conflict;
  // Only in tables: misses of the first cache because another processor wrote to the line. Simulations have one processor.
  D1coherence;
}

LET references(s) = s.Dr + s.Dw;

// How many of `all` are `bad`. Regions with few of the bad ones of the whole phase are not worth a look, nor is a phase
// with next to none.
TEMPLATE Rate<bad, all>(SeqPerf s) {
  LET lost = bad;
  CONDITION: phase_severity >= threshold / 10 AND share >= min_share AND severity > threshold;
  CONFIDENCE: 1;
  SEVERITY: bad / all;
}

PROPERTY LC1MissesOverMemRef(SeqPerf s)
  HINT "references miss the first cache: go through arrays in the order in which they lie in memory, or in blocks"
  IS Rate<s.D1mr + s.D1mw, references(s)>;
PROPERTY LC1ReadMissesOverMemRef(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "reads miss the first cache"
  IS Rate<s.D1mr, references(s)>;
PROPERTY LC1WriteMissesOverMemRef(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "writes miss the first cache: is the loop over the last index of the array the outer one?"
  IS Rate<s.D1mw, references(s)>;

PROPERTY ConflictMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "lines share a set of the cache, which has room elsewhere: make rows of arrays longer by a line, or go along them"
  IS Rate<s.D1conflict, references(s)>;
PROPERTY CapacityMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "lines are used again when the cache has lost them: do all work on a block before the next one"
  IS Rate<s.D1capacity, references(s)>;
PROPERTY CompulsoryMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "lines are used for the first time: prefetch them, or let data take less room"
  IS Rate<s.D1compulsory, references(s)>;
PROPERTY CoherenceMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "other threads have written to the lines: give what each thread writes lines of its own, or share less"
  IS Rate<s.D1coherence, references(s)>;

PROPERTY LC2MissesOverMemRef(SeqPerf s)
  HINT "references miss the last cache and wait for memory: use what was loaded before it is evicted"
  IS Rate<s.DLmr + s.DLmw, references(s)>;
PROPERTY LC2ReadMissesOverMemRef(SeqPerf s) REFINES LC2MissesOverMemRef
  HINT "reads miss the last cache"
  IS Rate<s.DLmr, references(s)>;
PROPERTY LC2WriteMissesOverMemRef(SeqPerf s) REFINES LC2MissesOverMemRef
  HINT "writes miss the last cache"
  IS Rate<s.DLmw, references(s)>;

PROPERTY L1ReadMissesOverMemRef(SeqPerf s)
  HINT "of all reads, many miss the first cache"
  IS Rate<s.D1mr, s.Dr>;
PROPERTY InstructionCacheMisses(SeqPerf s)
  HINT "code is fetched from further away than the first cache: calls jump among much code"
  IS Rate<s.I1mr, s.Ir>;
PROPERTY BranchMispredictions(SeqPerf s)
  HINT "branches depend on data that has no order: sort it, or compute without branches"
  IS Rate<s.Bcm + s.Bim, s.Bc + s.Bi>;

// Misses that the last cache does not stop, either.
METAPROPERTY MemoryBound(SeqPerf s) = LC1MissesOverMemRef(s) AND LC2MissesOverMemRef(s);

// What traces of calls show. Times are seconds: `total` is the length of the phase times locations, `mpi` and `openmp`
// the time in these libraries. What is named like a property is the time lost by it; with Count, how many times.
// `clockDoubt` is the largest error of a corrected clock.
CONTEXT TimePerf {
  total; useful; waits; runtime; mpi; openmp; clockDoubt; messages; bytes;
  LateSender; WrongOrder; LateReceiver; WaitAtBarrier; WaitAtNxN; LateBroadcast; EarlyReduce;
  LateSenderCount; WrongOrderCount; LateReceiverCount; WaitAtBarrierCount; WaitAtNxNCount; LateBroadcastCount;
  EarlyReduceCount;
  ImbalanceAtBarrier; ImbalanceInParallelLoop; InsufficientWorkInParallelLoop; ImbalanceInParallelSections;
  ImbalanceDueToNotEnoughSections; ImbalanceDueToUnevenSectionDistribution; UnparallelizedInSingleRegion;
  UnparallelizedInMasterRegion; ImbalanceInParallelRegion; CriticalSectionContention; LockContention; FrequentAtomic;
}

// Of all time of all locations.
TEMPLATE Lost<amount, sure>(TimePerf s) {
  LET lost = amount;
  CONDITION: severity > threshold AND share >= min_share;
  CONFIDENCE: sure;
  SEVERITY: lost / s.total.max;
}

// A wait between ranks is as sure as their clocks: `count` waits are wrong by clockDoubt each.
TEMPLATE LostBetweenRanks<amount, count>(TimePerf s) {
  LET lost = amount;
  CONDITION: severity > threshold AND share >= min_share;
  CONFIDENCE: MAX(0, 1 - s.clockDoubt.max * count / lost);
  SEVERITY: lost / s.total.max;
}

PROPERTY MPIOverhead(TimePerf s)
  HINT "time in MPI: see which of its waits it is; the rest is transfer and the library's own work"
  IS Lost<s.mpi, 1>;
PROPERTY LateSender(TimePerf s) REFINES MPIOverhead
  HINT "a receiver waits for a message that is sent later: send earlier, or do other work first"
  IS LostBetweenRanks<s.LateSender, s.LateSenderCount>;
PROPERTY WrongOrder(TimePerf s) REFINES LateSender
  HINT "the receiver waits for one message while another one is there: receive in the order of sending"
  IS LostBetweenRanks<s.WrongOrder, s.WrongOrderCount>;
PROPERTY LateReceiver(TimePerf s) REFINES MPIOverhead
  HINT "a sender waits for the receiver: begin to receive earlier, as with MPI_Irecv"
  IS LostBetweenRanks<s.LateReceiver, s.LateReceiverCount>;
PROPERTY WaitAtBarrier(TimePerf s) REFINES MPIOverhead
  HINT "ranks wait at a barrier for the last one: balance the work before it, or leave the barrier out"
  IS LostBetweenRanks<s.WaitAtBarrier, s.WaitAtBarrierCount>;
PROPERTY WaitAtNxN(TimePerf s) REFINES MPIOverhead
  HINT "ranks wait for the last one in an operation that needs all: balance the work before it"
  IS LostBetweenRanks<s.WaitAtNxN, s.WaitAtNxNCount>;
PROPERTY LateBroadcast(TimePerf s) REFINES MPIOverhead
  HINT "ranks wait for the root, which enters later: let it send first"
  IS LostBetweenRanks<s.LateBroadcast, s.LateBroadcastCount>;
PROPERTY EarlyReduce(TimePerf s) REFINES MPIOverhead
  HINT "the root waits for ranks that enter later: let it do other work first"
  IS LostBetweenRanks<s.EarlyReduce, s.EarlyReduceCount>;
PROPERTY ManySmallMessages(TimePerf s) REFINES MPIOverhead
  HINT "messages have under 1 KB on average: send several as one"
{
  LET lost = s.mpi;
  CONDITION: s.messages > 100 AND s.bytes < 1024 * s.messages AND severity > threshold AND share >= min_share;
  CONFIDENCE: 0.5;
  SEVERITY: lost / s.total.max;
}

PROPERTY OpenMPOverhead(TimePerf s)
  HINT "time in the OpenMP library, and at the ends of parallel regions: see which of its waits it is"
  IS Lost<s.openmp, 1>;
PROPERTY ImbalanceAtBarrier(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait at the program's own barrier: balance the work before it, or leave it out"
  IS Lost<s.ImbalanceAtBarrier, 1>;
PROPERTY ImbalanceInParallelLoop(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait at the end of a loop: try schedule(dynamic) or smaller chunks"
  IS Lost<s.ImbalanceInParallelLoop, 1>;
PROPERTY InsufficientWorkInParallelLoop(TimePerf s) REFINES ImbalanceInParallelLoop
  HINT "a loop has no iterations for some threads: parallelise an outer loop, or use smaller chunks"
  IS Lost<s.InsufficientWorkInParallelLoop, 1>;
PROPERTY ImbalanceInParallelSections(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait at the end of sections"
  IS Lost<s.ImbalanceInParallelSections, 1>;
PROPERTY ImbalanceDueToNotEnoughSections(TimePerf s) REFINES ImbalanceInParallelSections
  HINT "there are fewer sections than threads: use fewer threads, or tasks"
  IS Lost<s.ImbalanceDueToNotEnoughSections, 1>;
PROPERTY ImbalanceDueToUnevenSectionDistribution(TimePerf s) REFINES ImbalanceInParallelSections
  HINT "threads execute different numbers of sections: use as many as threads, or several times as many"
  IS Lost<s.ImbalanceDueToUnevenSectionDistribution, 1>;
PROPERTY UnparallelizedInSingleRegion(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait while one executes `single`: add nowait, or let others work meanwhile"
  IS Lost<s.UnparallelizedInSingleRegion, 1>;
PROPERTY UnparallelizedInMasterRegion(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait at a barrier while the master works: let others work meanwhile"
  IS Lost<s.UnparallelizedInMasterRegion, 0.9>;
PROPERTY ImbalanceInParallelRegion(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait for the last one at the end of a parallel region: balance the work in it"
  IS Lost<s.ImbalanceInParallelRegion, 1>;
PROPERTY CriticalSectionContention(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait to enter a critical section: make it shorter, or name different ones differently"
  IS Lost<s.CriticalSectionContention, 1>;
PROPERTY LockContention(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait for a lock: hold it shorter, or use several"
  IS Lost<s.LockContention, 1>;
PROPERTY FrequentAtomic(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait for atomic updates: add up in each thread first, as with reduction"
  IS Lost<s.FrequentAtomic, 1>;

// What profiles of several processes show: `self` seconds and calls of a function in each rank, `rankTotal`, the seconds
// of all functions of a rank, and the chance that ranks with equal work have such samples, which a single rank lacks.
CONTEXT RankPerf { self; calls; rankTotal; evenChance; }

PROPERTY ImbalanceOverRanks(RankPerf s)
  HINT "one rank takes longer than the mean, and all wait for it: divide the work by what it costs"
{
  LET lost = s.self.max - s.self.mean;
  LET sure = 1 - s.evenChance.max;
  CONDITION: sure > 0 AND severity > threshold;
  CONFIDENCE: sure;
  SEVERITY: lost / s.rankTotal.max;
}
