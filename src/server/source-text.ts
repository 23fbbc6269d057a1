import type { Answer } from '../modes/turn.js';

/** Where an answer came from, as the header `Restage-Source` says it, e.g. `scripted; step="steps[0]"`. */
export function sourceText({ source, file, step }: Pick<Answer, 'source' | 'file' | 'step'>): string {
  const named = file === undefined ? source : `${source}; file=${quoted(file)}`;
  return step === undefined ? named : `${named}; step=${quoted(step)}`;
}

/** A quoted string (RFC 9110 §5.6.4); what a header cannot carry is percent-encoded. */
function quoted(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/gu, (sign) =>
    encodeURIComponent(sign.isWellFormed() ? sign : '?'),
  );
  return `"${plain.replace(/["\\]/g, '\\$&')}"`;
}
