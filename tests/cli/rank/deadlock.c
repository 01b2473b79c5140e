/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two threads take two locks in opposite orders and wait for each other; the main thread waits for the first one. The
   program never ends by itself. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t both;

static void *forward(void *unused) {
  pthread_mutex_lock(&first);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&second);
  return unused;
}

static void *backward(void *unused) {
  pthread_mutex_lock(&second);
  pthread_barrier_wait(&both);
  pthread_mutex_lock(&first);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&both, NULL, 2);
  pthread_create(&threads[0], NULL, forward, NULL);
  pthread_create(&threads[1], NULL, backward, NULL);
  puts("running");
  fflush(stdout);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
