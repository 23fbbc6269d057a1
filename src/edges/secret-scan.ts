import { pathAt, placeAt } from '../fixtures/json-syntax.js';
import { formatPath } from '../exchange/problem.js';

/** Something in a text that looks like a secret. Never says what. */
export interface SecretFinding {
  /** What it looks like, e.g. `github`. */
  readonly rule: string;
  readonly line: number;
  readonly column: number;
  /** The field it lies in when the text is JSON, e.g. `exchanges[0].json.data`. */
  readonly path: string;
}

/** The part of a rule of secretlint that is used here. */
interface Rule {
  readonly meta: { readonly id: string; readonly type: string };
  readonly create: (context: Context, options: object) => { file?(source: Source): void | Promise<void> };
}

interface Context {
  readonly sharedOptions: object;
  readonly createTranslator: () => () => { message: string; messageId: string };
  readonly report: (found: { readonly range: readonly [number, number] }) => void;
  readonly ignore: () => void;
}

interface Source {
  readonly content: string;
  readonly contentType: 'text';
  readonly filePath: string;
  readonly ext: string;
}

let loading: Promise<readonly Rule[]> | undefined;

function loadScanner(): Promise<readonly Rule[]> {
  loading ??= import('@secretlint/secretlint-rule-preset-recommend').then(({ rules }) =>
    (rules as unknown as Rule[]).filter(
      ({ meta }) => meta.type === 'scanner' && !meta.id.endsWith('-filter-comments'),
    ),
  );
  return loading;
}

/**
 * Looks for secrets with the rules that secretlint recommends, which are loaded with the first call. The rules are run
 * without secretlint's core: that keeps a record of every call and so grows slower and larger with each, and it obeys
 * comments in the text that switch it off, which a recorded answer must not be able to do.
 */
export async function scanText(text: string, file: string): Promise<SecretFinding[]> {
  const found = new Map<string, { rule: string; offset: number }>();
  for (const { meta, create } of await loadScanner()) {
    const rule = meta.id.replace(/^.*secretlint-rule-/, '');
    const handler = create(
      {
        sharedOptions: {},
        createTranslator: () => () => ({ message: rule, messageId: rule }),
        report: ({ range: [offset] }) => found.set(`${rule} ${offset}`, { rule, offset }),
        ignore: () => undefined,
      },
      {},
    );
    await handler.file?.({ content: text, contentType: 'text', filePath: file, ext: '.json' });
  }
  return [...found.values()]
    .sort((a, b) => a.offset - b.offset)
    .map(({ rule, offset }) => ({ rule, ...placeAt(text, offset), path: fieldAt(text, offset) }));
}

function fieldAt(text: string, offset: number): string {
  return /^\s*[[{]/.test(text) ? formatPath(pathAt(text, offset)) : '';
}
