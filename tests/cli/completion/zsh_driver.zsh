# SPDX-License-Identifier: GPL-3.0-or-later
# zsh_driver.zsh FOLDER LINE: prints what an interactive zsh with FOLDER/_egprof offers if Tab is pressed after LINE.
# Each candidate is printed as "<candidate>".
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u; setopt no_beep"
zpty -w shell "_egprof_offers() { compadd () { local -a found; builtin compadd -O found \"\$@\"; print -rl -- '<'\${^found}'>' > \$TTY; builtin compadd \"\$@\" }; _main_complete; unfunction compadd; print '<END>' > \$TTY }"
zpty -w shell "zle -C offers complete-word _egprof_offers; bindkey '^I' offers; print REA''DY"
while zpty -r shell line && [[ $line != *READY* ]]; do :; done
zpty -w -n shell "$2"$'\t'
integer lines=0
while ((++lines < 500)) && zpty -r shell line; do
  print -r -- $line
  [[ $line != *'<END>'* ]] || break
done
zpty -d shell
