// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in properties of egprof check. egprof-check(1) describes the language.
//
// Source of the names and their meanings: Gerndt, Fürlinger, Kereku, Periscope: Advanced Techniques for Performance
// Analysis. Miss rates are relative to all references of the region, as in the results of that paper. Figure 1 of the
// paper uses only reads; this rate is L1ReadMissesOverMemRef.

// The counts of Callgrind: instructions (Ir), reads (Dr) and writes (Dw) of data, their misses in the first (1) and
// last (L) level of caches, and conditional (Bc) and indirect (Bi) branches and their mispredictions (Bcm, Bim). Counts
// of a function include its callees; counts that begin with "self" do not.
CONTEXT SeqPerf {
  Ir; Dr; Dw; I1mr; D1mr; D1mw; ILmr; DLmr; DLmw; Bc; Bcm; Bi; Bim;
  selfIr; selfDr; selfDw; selfI1mr; selfD1mr; selfD1mw; selfILmr; selfDLmr; selfDLmw; selfBc; selfBcm; selfBi; selfBim;
  // Only address traces: misses of the first cache because the line was never loaded before, because the cache is too
  // small, and because several lines share a set.
  D1compulsory; D1capacity; D1conflict;
  // Only tables: misses of the first cache because another processor wrote to the line. Simulations have one processor.
  D1coherence;
}

LET references(s) = s.Dr + s.Dw;

// The share of `bad` events in `all` events. Does not hold in regions with a small share of the phase's bad events, or
// if the whole phase has almost none.
TEMPLATE Rate<bad, all>(SeqPerf s) {
  LET lost = bad;
  CONDITION: phase_severity >= threshold / 10 AND share >= min_share AND severity > threshold;
  CONFIDENCE: 1;
  SEVERITY: bad / all;
}

PROPERTY LC1MissesOverMemRef(SeqPerf s)
  HINT "references miss the first cache: access arrays in the order of their addresses, or in blocks"
  IS Rate<s.D1mr + s.D1mw, references(s)>;
PROPERTY LC1ReadMissesOverMemRef(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "reads miss the first cache"
  IS Rate<s.D1mr, references(s)>;
PROPERTY LC1WriteMissesOverMemRef(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "writes miss the first cache: make the loop over the last index of the array the inner loop"
  IS Rate<s.D1mw, references(s)>;

PROPERTY ConflictMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "lines compete for one set of the cache: pad the rows of arrays by a line, or access them row by row"
  IS Rate<s.D1conflict, references(s)>;
PROPERTY CapacityMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "lines are evicted before they are used again: finish all work on a block of data before the next one"
  IS Rate<s.D1capacity, references(s)>;
PROPERTY CompulsoryMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "lines are used for the first time: prefetch them, or make the data smaller"
  IS Rate<s.D1compulsory, references(s)>;
PROPERTY CoherenceMisses(SeqPerf s) REFINES LC1MissesOverMemRef
  HINT "other threads wrote to the lines: keep the data of different threads on different lines, or share less data"
  IS Rate<s.D1coherence, references(s)>;

PROPERTY LC2MissesOverMemRef(SeqPerf s)
  HINT "references miss the last cache and wait for memory: reuse data before it is evicted"
  IS Rate<s.DLmr + s.DLmw, references(s)>;
PROPERTY LC2ReadMissesOverMemRef(SeqPerf s) REFINES LC2MissesOverMemRef
  HINT "reads miss the last cache"
  IS Rate<s.DLmr, references(s)>;
PROPERTY LC2WriteMissesOverMemRef(SeqPerf s) REFINES LC2MissesOverMemRef
  HINT "writes miss the last cache"
  IS Rate<s.DLmw, references(s)>;

PROPERTY L1ReadMissesOverMemRef(SeqPerf s)
  HINT "many of the reads miss the first cache"
  IS Rate<s.D1mr, s.Dr>;
PROPERTY InstructionCacheMisses(SeqPerf s)
  HINT "instructions miss the first cache: calls jump between distant parts of the code"
  IS Rate<s.I1mr, s.Ir>;
PROPERTY BranchMispredictions(SeqPerf s)
  HINT "branches depend on unordered data: sort it, or compute without branches"
  IS Rate<s.Bcm + s.Bim, s.Bc + s.Bi>;

// Many references miss both the first and the last cache.
METAPROPERTY MemoryBound(SeqPerf s) = LC1MissesOverMemRef(s) AND LC2MissesOverMemRef(s);

// The metrics of traces of calls. Times are in seconds: `total` is the length of the phase multiplied by the number of
// locations, `mpi` and `openmp` are the times in these libraries. Each metric with the name of a property is the time
// that this property costs; the same name with Count is the number of occurrences. `clockDoubt` is the largest error of
// a corrected clock.
CONTEXT TimePerf {
  total; useful; waits; runtime; mpi; openmp; clockDoubt; messages; bytes;
  LateSender; WrongOrder; LateReceiver; WaitAtBarrier; WaitAtNxN; LateBroadcast; EarlyReduce; EarlyScan;
  LateSenderCount; WrongOrderCount; LateReceiverCount; WaitAtBarrierCount; WaitAtNxNCount; LateBroadcastCount;
  EarlyReduceCount; EarlyScanCount;
  WaitAtFence; WindowContention; PollingForMessage;
  WaitAtFenceCount; WindowContentionCount; PollingForMessageCount;
  ImbalanceAtBarrier; ImbalanceInParallelLoop; InsufficientWorkInParallelLoop; ImbalanceInParallelSections;
  ImbalanceDueToNotEnoughSections; ImbalanceDueToUnevenSectionDistribution; UnparallelizedInSingleRegion;
  UnparallelizedInMasterRegion; ImbalanceInParallelRegion; CriticalSectionContention; LockContention; FrequentAtomic;
  SerialTime;
  // Waits for POSIX threads. `estimated` is the part of MutexContention that only the lengths of calls suggest.
  MutexContention; SerializedByMutex; IdleWorkers; JoinWait; estimated;
}

// The share of lost time in the time of all locations.
TEMPLATE Lost<amount, sure>(TimePerf s) {
  LET lost = amount;
  CONDITION: severity > threshold AND share >= min_share;
  CONFIDENCE: sure;
  SEVERITY: lost / s.total.max;
}

// Time lost in waits between ranks. The confidence depends on the clocks: each of the `count` waits can be wrong by
// clockDoubt.
TEMPLATE LostBetweenRanks<amount, count>(TimePerf s) {
  LET lost = amount;
  CONDITION: severity > threshold AND share >= min_share;
  CONFIDENCE: MAX(0, 1 - s.clockDoubt.max * count / lost);
  SEVERITY: lost / s.total.max;
}

PROPERTY MPIOverhead(TimePerf s)
  HINT "time in MPI: waits have properties of their own; the rest is transfer and the library's own work"
  IS Lost<s.mpi, 1>;
PROPERTY LateSender(TimePerf s) REFINES MPIOverhead
  HINT "a receiver waits for a message that is sent later: send earlier, or do other work first"
  IS LostBetweenRanks<s.LateSender, s.LateSenderCount>;
PROPERTY WrongOrder(TimePerf s) REFINES LateSender
  HINT "the receiver waits for one message although another one has arrived: receive in the order of sending"
  IS LostBetweenRanks<s.WrongOrder, s.WrongOrderCount>;
PROPERTY LateReceiver(TimePerf s) REFINES MPIOverhead
  HINT "a sender waits for the receiver: begin to receive earlier, as with MPI_Irecv"
  IS LostBetweenRanks<s.LateReceiver, s.LateReceiverCount>;
PROPERTY WaitAtBarrier(TimePerf s) REFINES MPIOverhead
  HINT "ranks wait at a barrier for the last one: balance the work before it, or remove the barrier"
  IS LostBetweenRanks<s.WaitAtBarrier, s.WaitAtBarrierCount>;
PROPERTY WaitAtNxN(TimePerf s) REFINES MPIOverhead
  HINT "ranks wait for the last one in an operation that needs all ranks: balance the work before it"
  IS LostBetweenRanks<s.WaitAtNxN, s.WaitAtNxNCount>;
PROPERTY LateBroadcast(TimePerf s) REFINES MPIOverhead
  HINT "ranks wait for the root, which enters later: let it send first"
  IS LostBetweenRanks<s.LateBroadcast, s.LateBroadcastCount>;
PROPERTY EarlyReduce(TimePerf s) REFINES MPIOverhead
  HINT "the root waits for ranks that enter later: let it do other work first"
  IS LostBetweenRanks<s.EarlyReduce, s.EarlyReduceCount>;
PROPERTY EarlyScan(TimePerf s) REFINES MPIOverhead
  HINT "a rank waits for lower ranks that enter a scan later: let these do other work afterwards"
  IS LostBetweenRanks<s.EarlyScan, s.EarlyScanCount>;
PROPERTY WaitAtFence(TimePerf s) REFINES MPIOverhead
  HINT "ranks wait at a fence of a window for the last one: balance the work before it, or use locks"
  IS LostBetweenRanks<s.WaitAtFence, s.WaitAtFenceCount>;
PROPERTY WindowContention(TimePerf s) REFINES MPIOverhead
  HINT "a rank waits for the lock of a window that another rank has: hold locks for a shorter time, or use shared ones"
  IS LostBetweenRanks<s.WindowContention, s.WindowContentionCount>;
// A part of this time is in the program's own code between the tests, so it does not refine MPIOverhead.
PROPERTY PollingForMessage(TimePerf s)
  HINT "a rank asks again and again for a message that is sent later: send earlier, or do other work meanwhile"
  IS LostBetweenRanks<s.PollingForMessage, s.PollingForMessageCount>;
PROPERTY ManySmallMessages(TimePerf s) REFINES MPIOverhead
  HINT "messages have under 1 KB on average: send several as one"
{
  LET lost = s.mpi;
  CONDITION: s.messages > 100 AND s.bytes < 1024 * s.messages AND severity > threshold AND share >= min_share;
  CONFIDENCE: 0.5;
  SEVERITY: lost / s.total.max;
}

PROPERTY OpenMPOverhead(TimePerf s)
  HINT "time in the OpenMP library, and at the ends of parallel regions: waits have properties of their own"
  IS Lost<s.openmp, 1>;
PROPERTY ImbalanceAtBarrier(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait at a barrier of the program: balance the work before it, or remove the barrier"
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
  HINT "threads execute different numbers of sections: use as many sections as threads, or a multiple of it"
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
  HINT "threads wait to enter a critical section: make it shorter, or give unrelated sections different names"
  IS Lost<s.CriticalSectionContention, 1>;
PROPERTY LockContention(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait for a lock: hold it for a shorter time, or use several locks"
  IS Lost<s.LockContention, 1>;
PROPERTY FrequentAtomic(TimePerf s) REFINES OpenMPOverhead
  HINT "threads wait for atomic updates: add up in each thread first, as with reduction"
  IS Lost<s.FrequentAtomic, 1>;

PROPERTY SerialTime(TimePerf s)
  HINT "the other threads have nothing to do outside of parallel regions: divide this work among them"
  IS Lost<s.SerialTime, 1>;

PROPERTY MutexContention(TimePerf s)
  HINT "threads wait for a mutex: hold it for a shorter time, or use several mutexes"
  IS Lost<s.MutexContention, 1 - 0.5 * s.estimated / s.MutexContention>;
PROPERTY SerializedByMutex(TimePerf s) REFINES MutexContention
  HINT "a mutex is held nearly all the time, so its threads run one after another: do the work outside of it"
  IS Lost<s.SerializedByMutex, 1>;
PROPERTY IdleWorkers(TimePerf s)
  HINT "threads other than the first wait for work or at barriers: use fewer threads, or hand out work earlier"
  IS Lost<s.IdleWorkers, 1>;
PROPERTY JoinWait(TimePerf s)
  HINT "a thread waits for the end of others: let it work meanwhile"
  IS Lost<s.JoinWait, 1>;

// The metrics of profiles of several processes: `self` seconds and `calls` of a function in each rank; `rankTotal`, the
// seconds of all functions of a rank; and `evenChance`, the probability that ranks with equal work have samples at
// least as uneven as these, which is unknown for a single rank.
CONTEXT RankPerf { self; calls; rankTotal; evenChance; }

PROPERTY ImbalanceOverRanks(RankPerf s)
  HINT "one rank takes longer than the mean, and all others wait for it: divide the work according to its cost"
{
  LET lost = MAX(0, s.self.worst - s.self.mean);
  LET sure = 1 - s.evenChance.max;
  CONDITION: sure > 0 AND severity > threshold;
  CONFIDENCE: sure;
  SEVERITY: lost / s.rankTotal.max;
}
