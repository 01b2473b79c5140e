/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loaded before the C library: truncates a file whose name ends in "shrinks" as soon as it is mapped. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off64_t offset) {
  void *(*real)(void *, size_t, int, int, int, off64_t) = dlsym(RTLD_NEXT, "mmap64");
  void *begin = real(address, length, protection, flags, descriptor, offset);
  char link[64], path[4096];
  ssize_t size;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  size = readlink(link, path, sizeof path);
  if (descriptor >= 0 && size > 7 && memcmp(path + size - 7, "shrinks", 7) == 0) {
    path[size < 4095 ? size : 4095] = '\0';
    if (truncate(path, 100) != 0) perror(path);
  }
  return begin;
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return mmap64(address, length, protection, flags, descriptor, offset);
}
