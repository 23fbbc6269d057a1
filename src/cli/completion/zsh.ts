import { bashCompletion } from './bash.js';
import type { CommandWords } from './words.js';

/** Completion for zsh, which can take over what bash reads. */
export function zshCompletion(commands: readonly CommandWords[]): string {
  return `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${bashCompletion(commands)}`;
}
