# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program and measures its peak memory."""
import subprocess
import sys

# The peak that the kernel reports includes the memory of the process before exec, so the starting process must be
# small.
STARTER = '''
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=[
    (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
'''


def run_measured(*words, cwd=None, timeout=None):
    """Returns status, peak in kilobytes and standard error. Standard output is discarded."""
    done = subprocess.run([sys.executable, '-I', '-S', '-c', STARTER, *map(str, words)], cwd=cwd, capture_output=True,
                          text=True, check=False, timeout=timeout)
    return done.returncode, int(done.stdout or 0), done.stderr
