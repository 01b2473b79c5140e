# SPDX-License-Identifier: GPL-3.0-or-later
# zsh_driver.zsh FOLDER: for each line of standard input, prints what an interactive zsh with FOLDER/_egprof offers if Tab
# is pressed after the line, each candidate as "<candidate>", and then "<DONE>". One zsh answers all lines, because
# compinit takes over a second.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=; fpath=($1 \$fpath); autoload -Uz compinit; compinit -D -u; setopt no_beep"
zpty -w shell "_egprof_offers() { compadd () { local -a found; builtin compadd -O found \"\$@\"; print -rl -- '<'\${^found}'>' > \$TTY; builtin compadd \"\$@\" }; _main_complete; unfunction compadd; print '<END>' > \$TTY }"
zpty -w shell "zle -C offers complete-word _egprof_offers; bindkey '^I' offers; bindkey '^U' kill-whole-line; print REA''DY"
while zpty -r shell line && [[ $line != *READY* ]]; do :; done
while IFS= read -r request; do
  # The first key clears the line that the request before has left.
  zpty -w -n shell $'\025'"$request"$'\t'
  integer lines=0
  while ((++lines < 500)) && zpty -r shell line; do
    print -r -- $line
    [[ $line != *'<END>'* ]] || break
  done
  print '<DONE>'
done
zpty -d shell
