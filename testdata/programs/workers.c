// SPDX-License-Identifier: GPL-3.0-or-later
// Four threads take items from a queue, and move amounts between two accounts with a lock each. The first argument
// chooses a planted failure, which the third thread causes unless stated otherwise. Recorded by
// traces/failures/record.py.
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 4
#define ITEMS 40
#define CULPRIT 2

static pthread_mutex_t queue = PTHREAD_MUTEX_INITIALIZER, first = PTHREAD_MUTEX_INITIALIZER,
                       second = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t start;
static pthread_mutex_t forks[THREADS];
static const char *failure = "none";
static int next_item, is_open;
static volatile double sink;
static volatile int met;

// Takes time without a call, so that a failure changes the calls of one thread only.
#define DELAY(amount) \
  for (int delay = 0; delay < (amount) * 200000; ++delay) sink += delay

static int is(const char *name) { return strcmp(failure, name) == 0; }

static void compute(int amount) {
  for (int i = 0; i < amount * 20000; ++i) sink += i;
}
static void load(int *place) { *place += 1; }
static void lock_first(void) { pthread_mutex_lock(&first); }
static void lock_second(void) { pthread_mutex_lock(&second); }
static void unlock_both(void) {
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
}
static void move(int backwards) {
  if (backwards) {
    lock_second();
    if (is("abba")) DELAY(200);
    lock_first();
  } else {
    lock_first();
    if (is("abba")) DELAY(100);
    lock_second();
  }
  compute(1);
  unlock_both();
}
static void spin_for_ever(void) {
  while (1) sink += 1;
}
// uftrace does not handle this signal, so no entry of a call shows which thread received it.
static void divide(void) { raise(SIGFPE); }
static void give_up(void) { abort(); }

static int take(void) {
  pthread_mutex_lock(&queue);
  int item = next_item < ITEMS ? next_item++ : -1;
  pthread_mutex_unlock(&queue);
  return item;
}

static void pass_gate(int number) {
  if (number == 0) usleep(20000);  // the others usually wait for the gate
  pthread_mutex_lock(&gate);
  // The first thread opens the gate; with the failure "lost" it does not, so all others wait for ever.
  if (number == 0) {
    is_open = !is("lost");
    if (is_open) pthread_cond_broadcast(&opened);
  } else {
    while (!is_open) pthread_cond_wait(&opened, &gate);
  }
  pthread_mutex_unlock(&gate);
}

static void process(int number, int item) {
  compute(is("slow") && number == CULPRIT ? 60 : 2);
  if (number != CULPRIT || item < 0) return;
  if (is("crash")) load(NULL);
  if (is("divide")) divide();
  if (is("abort")) give_up();
  if (is("exit")) exit(3);
  if (is("loop")) spin_for_ever();
  if (is("starved")) usleep(40000);
}

static void eat(int number) {
  pthread_mutex_lock(&forks[number]);
  if (is("dining")) {
    __sync_fetch_and_add(&met, 1);
    while (met < THREADS) usleep(1000);
  }
  pthread_mutex_lock(&forks[(number + 1) % THREADS]);
  compute(1);
  pthread_mutex_unlock(&forks[(number + 1) % THREADS]);
  pthread_mutex_unlock(&forks[number]);
}

// Without the failure "dining", the last thread takes its forks in the other order.
static void eat_backwards(void) {
  pthread_mutex_lock(&forks[0]);
  pthread_mutex_lock(&forks[THREADS - 1]);
  compute(1);
  pthread_mutex_unlock(&forks[THREADS - 1]);
  pthread_mutex_unlock(&forks[0]);
}

static void finish(int number) {
  pthread_mutex_lock(&queue);
  if (is("twice") && number == CULPRIT) pthread_mutex_lock(&queue);
  compute(1);
  // With the failure "kept", the culprit returns without the unlock.
  if (is("kept") && number == CULPRIT) return;
  pthread_mutex_unlock(&queue);
}

static void *work(void *argument) {
  int number = (int)(long)argument;
  pthread_barrier_wait(&start);
  pass_gate(number);
  for (int round = 0; round < 3; ++round) {
    if (is("dining") || number + 1 < THREADS) {
      eat(number);
    } else {
      eat_backwards();
    }
    move(is("abba") && number == CULPRIT && round == 1);
  }
  if (is("early") && number == CULPRIT) return NULL;
  int item;
  do {
    item = take();
    process(number, item);
    usleep(2000);
  } while (item >= 0);
  if (is("kept") && number != CULPRIT) DELAY(400);
  finish(number);
  pthread_barrier_wait(&start);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc > 1) failure = argv[1];
  pthread_t threads[THREADS];
  pthread_barrier_init(&start, NULL, THREADS);
  for (int i = 0; i < THREADS; ++i) pthread_mutex_init(&forks[i], NULL);
  for (long i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, (void *)i);
  if (is("main")) load(NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
