// SPDX-License-Identifier: GPL-3.0-or-later
// Four threads, and one planted wait in each function: a thread sleeps while others have nothing to do. A busy machine
// hardly affects these waits. Comments state which threads wait, and for how many milliseconds. balanced() has no wait.
#include <omp.h>
#include <unistd.h>

#define THREADS 4

static void Sleep(int milliseconds) { usleep(1000 * milliseconds); }

// The first region creates the threads, one after the other.
void start_threads(void) {
#pragma omp parallel num_threads(THREADS)
  Sleep(1);
}

void balanced(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < THREADS; ++i) Sleep(10);
  }
}

// 3 threads wait 40 ms each.
void uneven_loop(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < THREADS; ++i) Sleep(i == 1 ? 60 : 20);
    Sleep(2);
  }
}

// The loop has only one iteration: 3 threads have no work and wait 30 ms each.
void short_loop(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp for schedule(dynamic, 1)
    for (int i = 0; i < 1; ++i) Sleep(30);
    Sleep(2);
  }
}

// 2 threads wait 30 ms each.
void few_sections(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp sections
    {
#pragma omp section
      Sleep(30);
#pragma omp section
      Sleep(30);
    }
    Sleep(2);
  }
}

// Four threads execute five sections: one thread executes two, and the others wait 25 ms each.
void uneven_sections(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp sections
    {
#pragma omp section
      Sleep(25);
#pragma omp section
      Sleep(25);
#pragma omp section
      Sleep(25);
#pragma omp section
      Sleep(25);
#pragma omp section
      Sleep(25);
    }
    Sleep(2);
  }
}

// 3 threads wait 30 ms each.
void single_thread(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp single
    Sleep(30);
    Sleep(2);
  }
}

// 3 threads wait 30 ms each.
void master_thread(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp master
    Sleep(30);
#pragma omp barrier
    Sleep(2);
  }
}

// 3 threads wait 30 ms each.
void uneven_barrier(void) {
#pragma omp parallel num_threads(THREADS)
  {
    const int me = omp_get_thread_num();
    Sleep(me == 2 ? 40 : 10);
#pragma omp barrier
    Sleep(2);
  }
}

// 3 threads wait 30 ms each at the end of the region.
void uneven_region(void) {
#pragma omp parallel num_threads(THREADS)
  Sleep(omp_get_thread_num() == 3 ? 40 : 10);
}

// Threads enter one at a time: they wait 10 + 20 + 30 ms to enter, and 30 + 20 + 10 ms at the end of the region.
void critical_section(void) {
#pragma omp parallel num_threads(THREADS)
  {
#pragma omp critical
    Sleep(10);
  }
}

// The waits are the same as in critical_section().
void one_lock(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
#pragma omp parallel num_threads(THREADS)
  {
    omp_set_lock(&lock);
    Sleep(10);
    omp_unset_lock(&lock);
  }
  omp_destroy_lock(&lock);
}

int main(void) {
  start_threads();
  balanced();
  uneven_loop();
  short_loop();
  few_sections();
  uneven_sections();
  single_thread();
  master_thread();
  uneven_barrier();
  uneven_region();
  critical_section();
  one_lock();
  return 0;
}
