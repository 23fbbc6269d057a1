import type { CommandWords } from './words.js';

/** Completion for bash. Where nothing can be listed, files are completed. */
export function bashCompletion(commands: readonly CommandWords[]): string {
  return `_restage() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} words=''
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
  const listed = options.filter((option) => (option.values?.length ?? 0) > 0);
  const open = options.filter((option) => option.values?.length === 0);
  const words = [...options.map((option) => option.name), ...values];
  return [
    `    ${name})`,
    '      case "$before" in',
    ...listed.map((option) => `      ${option.name}) words='${option.values?.join(' ')}' ;;`),
    ...(open.length === 0 ? [] : [`      ${open.map((option) => option.name).join('|')}) return ;;`]),
    `      *) words='${words.join(' ')}' ;;`,
    '      esac ;;',
  ].join('\n');
}
