/** A fenced block of a page: what it is said to be, and its text. */
export interface Fence {
  readonly language: string;
  /** What is to be done with it; empty when only its language is said. */
  readonly use: string;
  /** The file it stands for, when it names one. */
  readonly file: string | undefined;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** The fenced blocks of a Markdown page, in order. */
export function fencesOf(markdown: string): Fence[] {
  const fences: Fence[] = [];
  const lines = markdown.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', ticks, info = ''] = /^( *)(`{3,})(.*)$/.exec(lines[at] ?? '') ?? [];
    if (ticks === undefined) continue;
    const end = lines.indexOf(indent + ticks, at + 1);
    if (end === -1) throw new Error(`the fence in line ${at + 1} is never closed`);
    const [language = '', use = '', file] = info.trim().split(/\s+/);
    const text = lines.slice(at + 1, end).map((line) => line.slice(indent.length));
    fences.push({ language, use, file, text: `${text.join('\n')}\n`, line: at + 1 });
    at = end;
  }
  return fences;
}
