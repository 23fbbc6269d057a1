import type { CommandWords } from './words.js';

/** Completion for bash. Where nothing that can be listed fits, files are completed; after `--`, a command. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  return `_restage() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words='' word
  COMPREPLY=()
  if [ "$before" = -- ]; then
    COMPREPLY=($(compgen -c -- "$current"))
    return
  fi
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" = -- ] && return
  done
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  else
    case "\${COMP_WORDS[1]}" in
${commands.map(caseOf).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _restage restage
`;
}

function caseOf({ name, options, values }: CommandWords): string {
  const taking = options.filter(({ takes }) => takes !== 'nothing');
  const words = [...options.map((option) => option.name), ...values];
  return [
    `    ${name})`,
    '      case "$before" in',
    ...taking.map((option) => `      ${option.name}) words='${option.values.join(' ')}' ;;`),
    `      *) words='${words.join(' ')}' ;;`,
    '      esac ;;',
  ].join('\n');
}
