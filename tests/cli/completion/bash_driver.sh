# SPDX-License-Identifier: GPL-3.0-or-later
# bash_driver.sh SCRIPT WORD...: prints the completions that bash would offer for the last word, or "default" if it
# would offer file names. Words must be split as bash does: an equals sign is a separate word.
compopt() { [[ $2 != default ]] || echo default; }
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_egprof
[[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\n' "${COMPREPLY[@]}"
