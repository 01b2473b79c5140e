// SPDX-License-Identifier: GPL-3.0-or-later
// Three threads of a pool take items from a queue with a mutex. With the argument "serial", they also work on the items
// while they hold the mutex. Before they start, they wait until the first thread has prepared the queue. Recorded by
// properties/record_waits.sh.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <unistd.h>

enum { THREADS = 3, ITEMS = 12 };

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER;
static sem_t prepared;
static int next_item, is_serial;

static void work(void) { usleep(4000); }

static int take(void) {
  pthread_mutex_lock(&queue);
  const int item = next_item++;
  if (is_serial && item < ITEMS) work();
  pthread_mutex_unlock(&queue);
  return item;
}

static void start(void) { sem_wait(&prepared); }

static void *worker(void *unused) {
  start();
  while (take() < ITEMS) {
    if (!is_serial) work();
  }
  return unused;
}

static void prepare(void) {
  usleep(10000);
  for (int i = 0; i < THREADS; ++i) sem_post(&prepared);
}

int main(int argc, char **argv) {
  is_serial = argc > 1 && strcmp(argv[1], "serial") == 0;
  sem_init(&prepared, 0, 0);
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, worker, NULL);
  prepare();
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
