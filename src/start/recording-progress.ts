import type { Recorder, Taking } from '../session/recorder.js';
import type { Progress } from './options.js';

/** Bytes after which, and then each time after which, it is told how far a body has come. */
const step = 1024 * 1024;

/** The same recorder, which tells how far large bodies have come. */
export function tellingProgress(recorder: Recorder, progress: Progress): Recorder {
  return {
    begin(request, cursor, drained) {
      const taking = recorder.begin(request, cursor, drained);
      return telling(taking, (done) => progress(`${request.method} ${request.path}`, done));
    },
    skip: (request, why) => recorder.skip(request, why),
  };
}

function telling(taking: Taking, tell: (done: string | undefined) => void): Taking {
  let bytes = 0;
  let told = 0;
  const over = (): void => {
    if (told > 0) tell(undefined);
    told = 0;
  };
  return {
    head: (head) => taking.head(head),
    write(chunk) {
      bytes += chunk.length;
      if (bytes - told >= step) {
        told = bytes;
        tell(`${Math.floor(bytes / step)} MiB`);
      }
      return taking.write(chunk);
    },
    keep() {
      over();
      taking.keep();
    },
    drop() {
      over();
      taking.drop();
    },
  };
}
