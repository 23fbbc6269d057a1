/** A line at the end of a terminal that says how far something has come, and stays there while others are written. */
export interface ProgressLine {
  /** Says how far something has come; undefined when it is over. */
  readonly show: (of: string, done: string | undefined) => void;
  /** Writes lines above it. */
  readonly above: (text: string) => void;
}

const wipe = '\r\u001b[K';

/** What is written is cut to the width of the terminal, as a line that wraps could not be wiped. */
export function progressLine(stream: NodeJS.WriteStream, plain: (text: string) => string): ProgressLine {
  const under = new Map<string, string>();
  let isShown = false;
  const draw = (above = ''): void => {
    const last = [...under].at(-1);
    const line = last === undefined ? '' : plain(last.join(': ')).slice(0, (stream.columns || 80) - 1);
    stream.write(`${isShown ? wipe : ''}${above}${line}`);
    isShown = line !== '';
  };
  return {
    show(of, done) {
      under.delete(of);
      if (done !== undefined) under.set(of, done);
      draw();
    },
    above: (text) => draw(text),
  };
}
