// SPDX-License-Identifier: GPL-3.0-or-later
// Recorded call by call by uftrace: threads, recursion, longjmp, a forked process, a process that starts another
// program, and a process that is killed. In version 2, each round also calls the function Other.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

volatile int result;
static jmp_buf back;

void Leaf(int n) { result += n; }
void Other(int n) { result -= n; }
void Recurse(int n) {
  Leaf(n);
  if (n > 0) Recurse(n - 1);
}
void Block(int n) {
#if VERSION == 2
  Other(n);
#endif
  Leaf(n);
}
void Round(int n) {
  Recurse(n);
  Block(n);
}
void Jump(int n) {
  if (n == 0) longjmp(back, 1);
  Jump(n - 1);
}
void Jumps(void) {
  if (setjmp(back) == 0) Jump(2);
  Leaf(1);
}
void *Thread(void *rounds) {
  for (int i = 0; i < *(int *)rounds; i++) Round(i);
  return NULL;
}
void Threads(void) {
  int rounds[2] = {3, 4};
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, Thread, &rounds[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}
void Child(const char *program) {
  Leaf(2);
  execl(program, program, "simple", (char *)NULL);
}
void Fork(const char *program) {
  const pid_t child = fork();
  if (child == 0) Child(program);
  int status;
  waitpid(child, &status, 0);
}
void Killed(void) {
  Leaf(3);
  kill(getpid(), SIGKILL);
}

int main(int count, char **arguments) {
  const char *what = count > 1 ? arguments[1] : "simple";
  for (int i = 0; i < 3; i++) Round(i);
  if (strcmp(what, "threads") == 0) Threads();
  if (strcmp(what, "jumps") == 0) Jumps();
  if (strcmp(what, "fork") == 0) Fork(arguments[0]);
  if (strcmp(what, "killed") == 0) Killed();
  return 0;
}
