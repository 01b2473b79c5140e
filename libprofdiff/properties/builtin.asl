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
