import type { WireRequest } from '../exchange/request.js';
import type { UpstreamHead } from './upstream.js';
import type { RecordingCursor } from './recording-cursor.js';

/** One exchange that is being taken down while it passes. Ends with `keep` or `drop`. */
export interface Taking {
  head(head: UpstreamHead): void;
  /** Takes a piece of the body as the upstream sent it. False asks to wait for `drained`. */
  write(chunk: Uint8Array): boolean;
  /** The client has the whole answer: it is kept. */
  keep(): void;
  /** There was no whole answer, or nobody got it: nothing is kept. */
  drop(): void;
}

/** Keeps what passes. */
export interface Recorder {
  /** Begins to take an exchange down; `cursor` is that of the session in which it happens. */
  begin(request: WireRequest, cursor: RecordingCursor, drained: () => void): Taking;
  /** Says that an exchange passes that cannot be kept, and why. */
  skip(request: WireRequest, why: string): void;
}
