import type { Document } from 'yaml';
import { formatPath, type Path, type Place, type Problem } from '../exchange/problem.js';
import { locateIn, plainData } from './yaml-tree.js';

/** A YAML or JSON text as plain data, and where it says what. */
export interface YamlData {
  /** Undefined when the text is no YAML at all. */
  readonly data: unknown;
  readonly problems: readonly Problem[];
  /** Where a part stands; for one that is missing, the beginning of what should have it. */
  readonly locate: (path: Path, at: 'key' | 'value') => Place;
}

/** Characters that a text may have. */
const longest = 32 * 1024 * 1024;

/**
 * Reads YAML 1.2 (and so JSON) as nothing but data; see {@link plainData} for what is not let in.
 * @param file what problems call the text
 */
export async function readYaml(text: string, file: string): Promise<YamlData> {
  const yaml = await import('yaml');
  const lines = new yaml.LineCounter();
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const noYaml = (problems: Problem[]): YamlData => ({ data: undefined, problems, locate: () => placeOf(0) });
  if (text.length > longest) {
    const found = `${text.length} characters`;
    return noYaml([{ file, ...placeOf(0), path: '', found, expected: `at most ${longest}` }]);
  }
  const document: Document = yaml.parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    schema: 'core',
    resolveKnownTags: false,
  });
  if (document.errors.length > 0) {
    return noYaml(
      document.errors.map(({ code, message, pos }) => ({
        file,
        ...placeOf(pos[0]),
        path: '',
        found: foundBy(code, message),
        expected: 'one YAML document',
      })),
    );
  }
  const { data, slips } = plainData(document, yaml);
  return {
    // a copy holds each text in one piece, where the reader leaves those in quotes as one piece a character
    data: structuredClone(data),
    problems: slips.map(({ offset, path, found, expected }) => ({
      file,
      ...placeOf(offset),
      path: formatPath(path),
      found,
      expected,
    })),
    locate: (path, at) => placeOf(locateIn(document, yaml, path, at)),
  };
}

function foundBy(code: string, message: string): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document';
  if (message.includes('call stack')) return 'maps or lists too deep in each other';
  return `a mistake (${message.split('\n')[0]!.replace(/[.:]$/, '')})`;
}
