// SPDX-License-Identifier: GPL-3.0-or-later
// Searches for a short tour through some cities: each process has a thread for messages and four threads that search,
// until the best tour of all has not changed for a while. The search has the form of ILCS-TSP, in which the DiffTrace
// paper plants bugs; here they are planted in process 2 and thread 3.
//
//   mpirun -n 8 tours none|1|9|10|11|19|receive|crash|slow
//
//   1        to find the owner of the best tour, process 2 uses MPI_MAX, the other processes MPI_MIN
//   9        thread 3 of process 2 stores its best tour without a critical section
//   10       thread 3 of every process does so
//   11       all threads of process 2 do so
//   19       thread 3 of process 2 enters an endless loop after its tenth tour
//   receive  process 2 waits for a message that nobody sends
//   crash    process 2 writes to address 0
//   slow     thread 3 of process 2 does forty times the work for each tour
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define QUIET __attribute__((no_instrument_function))

enum {
  kWorkers = 4,
  kCities = 24,  // few, so that most threads find their best tour soon and runs differ little
  kPasses = 5,
  kQuietRounds = 7,  // rounds without a better tour, after which the search ends
  kBadRound = 5,     // last round before the thread for messages reaches its bug
  kBadTour = 10,
  kBadProcess = 2,
  kBadThread = 3,
  kRoundMicroseconds = 1200000,
  kTourMicroseconds = 400000,  // a sleep, because forty threads must progress equally on two processors
};

typedef struct {
  double length;
  int cities[kCities];
} Tour;

static const char *bug;
static int process, processes;
static double distances[kCities][kCities];
static Tour champions[kWorkers + 1];  // by thread
static volatile int searching = 1;

QUIET static int Is(const char *name) { return strcmp(bug, name) == 0; }

QUIET static unsigned Random(unsigned *state) {
  *state = *state * 1664525U + 1013904223U;
  return *state >> 8;
}

QUIET static double LengthOf(const Tour *tour) {
  double length = 0;
  for (int i = 0; i < kCities; ++i) length += distances[tour->cities[i]][tour->cities[(i + 1) % kCities]];
  return length;
}

QUIET static void Reverse(Tour *tour, int first, int last) {
  for (; first < last; ++first, --last) {
    const int city = tour->cities[first];
    tour->cities[first] = tour->cities[last];
    tour->cities[last] = city;
  }
}

// Makes one pass of 2-opt, a local search that shortens tours.
static void Improve(Tour *tour) {
  for (int first = 1; first < kCities; ++first) {
    for (int last = first + 1; last < kCities; ++last) {
      Reverse(tour, first, last);
      const double length = LengthOf(tour);
      if (length < tour->length - 1e-9) {
        tour->length = length;
      } else {
        Reverse(tour, first, last);
      }
    }
  }
}

static void CPU_Init(void) {
  unsigned state = 1;
  double x[kCities], y[kCities];
  for (int i = 0; i < kCities; ++i) {
    x[i] = Random(&state) % 1000;
    y[i] = Random(&state) % 1000;
  }
  for (int i = 0; i < kCities; ++i) {
    for (int j = 0; j < kCities; ++j) distances[i][j] = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
  }
  for (int thread = 0; thread <= kWorkers; ++thread) champions[thread].length = 1e30;
}

// Makes a random tour from `seed` and shortens it, `repeats` times.
static void CPU_Exec(unsigned seed, int repeats, Tour *tour) {
  for (int i = 0; i < repeats; ++i) {
    unsigned state = seed;
    for (int city = 0; city < kCities; ++city) tour->cities[city] = city;
    for (int city = kCities - 1; city > 0; --city) {
      const int other = (int)(Random(&state) % (unsigned)(city + 1)), kept = tour->cities[city];
      tour->cities[city] = tour->cities[other];
      tour->cities[other] = kept;
    }
    tour->length = LengthOf(tour);
    for (int pass = 0; pass < kPasses; ++pass) Improve(tour);
    usleep(kTourMicroseconds);
  }
}

static void CPU_Output(const Tour *tour) { printf("%.0f\n", tour->length); }

QUIET static int LacksCritical(int thread) {
  if (Is("11")) return process == kBadProcess;
  if (Is("10")) return thread == kBadThread;
  return Is("9") && process == kBadProcess && thread == kBadThread;
}

static void Work(int thread) {
  const int is_bad = process == kBadProcess && thread == kBadThread;
  const int repeats = is_bad && Is("slow") ? 40 : 1;
  Tour tour;
  for (unsigned count = 1; searching; ++count) {
    CPU_Exec((unsigned)(process * 100 + thread) * 100000U + count, repeats, &tour);
    if (is_bad && Is("19")) {
      while (count == kBadTour) continue;
    }
    if (tour.length >= champions[thread].length) continue;
    if (LacksCritical(thread)) {
      memcpy(&champions[thread], &tour, sizeof tour);
    } else {
#pragma omp critical
      memcpy(&champions[thread], &tour, sizeof tour);
    }
  }
}

QUIET static int BestThread(void) {
  int best = 1;
  for (int thread = 2; thread <= kWorkers; ++thread) {
    if (champions[thread].length < champions[best].length) best = thread;
  }
  return best;
}

// Replaces the tour with the best one of all processes.
static void Exchange(Tour *best) {
  const int thread = BestThread();
  double length = champions[thread].length, least;
  MPI_Allreduce(&length, &least, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  int mine = length == least ? process : process + processes, owner;
  MPI_Allreduce(&mine, &owner, 1, MPI_INT, Is("1") && process == kBadProcess ? MPI_MAX : MPI_MIN, MPI_COMM_WORLD);
  owner %= processes;
  if (owner == process) {
#pragma omp critical
    memcpy(best, &champions[thread], sizeof *best);
  }
  MPI_Bcast(best, sizeof *best, MPI_BYTE, owner, MPI_COMM_WORLD);
}

static void Communicate(void) {
  Tour best = {1e30, {0}};
  int quiet = 0;
  for (int round = 1; quiet < kQuietRounds; ++round) {
    const double before = best.length;
    usleep(kRoundMicroseconds);
    if (process == kBadProcess && round > kBadRound) {
      int message;
      if (Is("receive")) MPI_Recv(&message, 1, MPI_INT, MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (Is("crash")) *(volatile int *)0 = 0;
    }
    Exchange(&best);
    quiet = best.length < before ? 0 : quiet + 1;
  }
  searching = 0;
}

int main(int count, char **arguments) {
  bug = count == 2 ? arguments[1] : "none";
  MPI_Init(&count, &arguments);
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  int workers = kWorkers, all_workers;
  MPI_Reduce(&workers, &all_workers, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  CPU_Init();
  MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel num_threads(kWorkers + 1)
  {
    if (omp_get_thread_num() == 0) {
      Communicate();
    } else {
      Work(omp_get_thread_num());
    }
  }
  Tour best;
  Exchange(&best);
  if (process == 0) CPU_Output(&best);
  MPI_Finalize();
  return 0;
}
