# zsh -f complete.zsh FOLDER LINE…: what a line becomes when Tab is typed at its end, in an interactive zsh that finds `_arete-cli` in the folder.
zmodload zsh/zpty
zpty shell "zsh -f -i"
zpty -w shell "PROMPT= RPROMPT=; stty -echo; fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -D; show() { print -r -- \"<\$BUFFER>\"; BUFFER=; zle accept-line }; zle -N show; bindkey '^X' show; print ready"
while zpty -r shell line; do [[ $line == *ready* ]] && break; done
shift
for text; do
  zpty -n -w shell "$text"$'\t\x18'
  while zpty -r shell line; do [[ $line == *\<*\>* ]] && { print -r -- ${${line##*\<}%%\>*}; break }; done
done
