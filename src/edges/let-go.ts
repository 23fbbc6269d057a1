import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Gives back the memory that something large has left behind. The engine does so by itself, but only after some quiet
 * seconds, and until then every small collection looks through all of it.
 */
export function letGo(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
