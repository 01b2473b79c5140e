/* SPDX-License-Identifier: GPL-3.0-or-later */
/* References to data of all kinds, for an address trace. Uses no library, so that the trace is short. For x86-64 only,
   the processor of the recorded trace. A first cache of 1024 bytes with 2 ways and lines of 64 bytes has 8 sets. */
#define N 12

struct __attribute__((packed)) odd {
  char tag;
  long value;
};

static double un[N][32]; /* rows of 256 bytes: a column uses two sets */
static double vn[N][32];
static struct odd odds[40];
static int counts[200];
static unsigned next = 1;

static unsigned __attribute__((noinline)) draw(void) {
  next = next * 1103515245u + 12345u;
  return next >> 8;
}

static void __attribute__((noinline)) column(void) {
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) un[j][i] = i; /* every write misses: 12 lines, 2 sets */
  }
}

static void __attribute__((noinline)) row(void) {
  for (int j = 0; j < N; ++j) {
    for (int i = 0; i < N; ++i) vn[j][i] = un[j][i]; /* one miss in four or eight references of either */
  }
}

static long __attribute__((noinline)) others(void) {
  char local[64];
  long sum = (long)vn[3][4];
  for (int i = 0; i < 200; ++i) counts[draw() % 200] += i;     /* reads and writes */
  for (int i = 0; i < 100; ++i) odds[draw() % 40].value = i;   /* across two lines */
  for (int i = 0; i < 64; ++i) local[i] = (char)counts[2 * i]; /* the stack */
  for (int i = 0; i < 64; ++i) sum += local[(i * 7) % 64];
  return sum;
}

int __attribute__((noinline)) main(void) {
  column();
  row();
  return (int)(others() & 1);
}

/* The system aligns the stack to 16 bytes. A call, unlike a jump, gives main the alignment that functions expect. */
void __attribute__((naked, noreturn)) _start(void) {
  __asm__("xor %ebp, %ebp\n\tcall main\n\tmov %eax, %edi\n\tmov $60, %eax\n\tsyscall");
}
