import type { CommandWords, OptionWords } from './words.js';

/** Completion for fish. */
export function fishCompletion(commands: readonly CommandWords[]): string {
  return `${commands.flatMap(linesOf).join('\n')}\n`;
}

function linesOf({ name, about, options, values }: CommandWords): string[] {
  const after = `complete -c restage -n '__fish_seen_subcommand_from ${name}'`;
  return [
    `complete -c restage -f -n __fish_use_subcommand -a ${name} -d ${quote(about)}`,
    ...(values.length === 0 ? [] : [`${after} -f -a ${quote(values.join(' '))}`]),
    ...options.map(
      (option) => `${after} -l ${option.name.slice(2)}${taking(option)} -d ${quote(option.about)}`,
    ),
  ];
}

function taking({ takes, values }: OptionWords): string {
  if (takes === 'nothing') return '';
  const known = values.length === 0 ? '' : ` -a ${quote(values.join(' '))}`;
  return `${takes === 'one-of' ? ' -x' : ' -r'}${known}`;
}

function quote(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
