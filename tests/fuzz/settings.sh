# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by fuzz.sh and oss-fuzz/collect.sh: how the fuzzers are run, apart from the folders of their inputs.

# Prints the names of all fuzzers.
fuzzer_names() {
  local source
  for source in "$(dirname "${BASH_SOURCE[0]}")"/*_fuzz.cpp; do basename "$source" _fuzz.cpp; done
}

# Prints settings of libFuzzer, each as NAME=VALUE on a line of its own. max_len is the maximum length of an input in
# bytes: executables need the most, and short texts suffice for most formats.
engine_settings() {
  local longest=1024
  case $1 in
    image) longest=8192 ;;
    pipeline | ranking) longest=2048 ;;
    gmon | gzip | manifest | uftrace) longest=4096 ;;
  esac
  echo "max_len=$longest"
  echo timeout=10
  echo rss_limit_mb=2048
  [ "$1" != image ] || echo close_fd_mask=2 # libbfd prints complaints while it recognises a file
}

# Prints settings of AddressSanitizer in the same way. Failed allocations do not end the program: libbfd allocates any
# size that a damaged file states, and handles the failure correctly.
sanitizer_settings() {
  echo allocator_may_return_null=1
  echo detect_stack_use_after_return=0
  [ "$1" != otf2 ] || echo detect_leaks=0 # libotf2 3.0 leaks 10 kB when it cannot open an archive
}
