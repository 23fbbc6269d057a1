import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/cli/config/read.js';
import { readFixture } from '../../src/fixtures/read-fixture.js';
import { loadInline, loadScenario } from '../../src/edges/scenario-files.js';
import type { Json } from '../../src/exchange/json.js';
import { formatProblem } from '../../src/exchange/problem.js';
import { type Fence, fencesOf } from './docs/fences.js';
import { openProject, type Reader } from './docs/reader.js';
import { hasTerraform } from './terraform.js';

const root = resolve(import.meta.dirname, '../..');
const pages = [
  'README.md',
  ...['SECURITY.md'].filter((file) => existsSync(join(root, file))),
  ...readdirSync(join(root, 'docs')).map((file) => `docs/${file}`),
].filter((file) => file.endsWith('.md'));
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');
const fences = new Map(pages.map((page) => [page, fencesOf(textOf(page))]));

/** What is done with each kind of block. `next` is the block after it. */
const uses: Record<string, (fence: Fence, reader: Reader, next: Fence | undefined) => unknown> = {
  /** Shown, not run. */
  text: () => undefined,
  /** Compared with what the block before it printed. */
  output: () => undefined,
  /** Commands for a fresh clone: the landing runs them; here only that there are such scripts. */
  'sh clone': ({ text }) => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    const named = [...text.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name = '']) => name);
    const known = ['ci', 'pack', 'install', ...Object.keys(scripts)];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    const files = [...text.matchAll(/\$PWD\/([^"\s]+)/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  },
  'sh serve': ({ text }, reader) => reader.serve(text),
  'sh run': async ({ text, file: needs }, reader, next) => {
    if (needs === 'terraform' && !hasTerraform) return;
    const shown = next?.language === 'output' ? next.text.trim() : undefined;
    const printed = await reader.run(text, shown !== undefined);
    if (shown !== undefined) expect(printed.replaceAll('\r', '').trim()).toMatch(patternOf(shown));
  },
  'yaml scenario': async ({ text, file = 'scenario.yaml' }, reader) => {
    reader.write(file, text);
    const loaded = await loadScenario(`./${file}`, { cwd: reader.directory });
    expect(loaded.ok ? [] : loaded.problems.map(formatProblem)).toEqual([]);
  },
  /** The life of a task stage. */
  'yaml life': async ({ text }, reader) => {
    const { life } = parse(text) as { life: Json };
    const runs = [{ stages: [{ stage: 'post_plan', life }] }];
    const loaded = await loadInline({ scenario: 'life', platform: { runs } }, { cwd: reader.directory });
    expect(loaded.ok ? [] : loaded.problems.map(formatProblem)).toEqual([]);
  },
  'yaml config': async ({ text, file = 'restage.yaml' }, reader) => {
    const read = await parseConfig(text, join(reader.directory, file));
    expect(read.ok ? [] : read.problems.map(formatProblem)).toEqual([]);
  },
  'json fixture': ({ text }) => {
    expect(readFixture(text)).toHaveProperty('fixture');
  },
  /** A workflow for GitHub Actions: its steps that need nothing but npm's packages are run. */
  'yaml github': async ({ text }, reader) => {
    const { jobs } = parse(text) as { jobs: Record<string, { steps: { run?: string }[] }> };
    const steps = Object.values(jobs).flatMap((job) => job.steps.flatMap(({ run }) => run ?? []));
    const own = steps.filter((step) => step.includes('restage'));
    expect(own).not.toEqual([]);
    for (const step of own) await reader.run(`${step}\n`);
  },
  hcl: ({ text, use }, reader) => reader.write(use, text),
  js: ({ text, use }, reader) => reader.write(use, text),
  ts: () => undefined,
  'ts run': ({ text, file = 'example.mjs' }, reader) => {
    reader.write(file, asJavaScript(text));
    return reader.run(`node ${file}\n`);
  },
  /** Run together once the page is read. */
  'ts test': ({ text, file = 'example.test.ts' }, reader) => reader.write(file, text),
  'ts node-test': ({ text, file = 'example.ts' }, reader) => {
    const script = file.replace(/\.ts$/, '.mjs');
    reader.write(script, asJavaScript(text));
    return reader.run(`node --test ${script}\n`);
  },
};

function useOf({ language, use }: Fence): string {
  return language === 'hcl' || language === 'js' ? language : `${language} ${use}`.trim();
}

/** Text in which `…` stands for anything. */
function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`);
}

function asJavaScript(text: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

test.each(pages)('%s: every block is marked with what it is', (page) => {
  const unknown = (fences.get(page) ?? []).filter((fence) => uses[useOf(fence)] === undefined);

  expect(unknown.map((fence) => `${page}:${fence.line}: "${useOf(fence)}"`)).toEqual([]);
});

test.each(pages)('%s: what it links to is there', (page) => {
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]+)?(?:#([^)\s]+))?\)/g)];
  const dead = links.filter(([, path, anchor]) => {
    const file = path === undefined ? join(root, page) : resolve(root, dirname(page), path);
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor);
  });

  expect(dead.map(([link]) => link)).toEqual([]);
});

function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const followed = pages.filter((page) =>
  (fences.get(page) ?? []).some((fence) => !['text', 'output', 'ts'].includes(useOf(fence))),
);

test.concurrent.each(followed)(
  '%s: a reader who follows it gets what it says',
  { timeout: 120_000 },
  async (page) => {
    const reader = await openProject();
    try {
      const blocks = fences.get(page) ?? [];
      for (const [at, fence] of blocks.entries()) {
        try {
          await uses[useOf(fence)]?.(fence, reader, blocks[at + 1]);
        } catch (error) {
          throw new Error(`${page}:${fence.line}: ${(error as Error).message}`, { cause: error });
        }
      }
      if (blocks.some((fence) => useOf(fence) === 'ts test')) await reader.run('npx vitest run\n');
    } finally {
      await reader.leave();
    }
  },
);

test('the TypeScript of all pages is well typed', { timeout: 120_000 }, async () => {
  const reader = await openProject();
  onTestFinished(() => reader.leave());
  const files = pages.flatMap((page) =>
    (fences.get(page) ?? [])
      .filter(({ language }) => language === 'ts')
      .map(({ text, line }) => {
        const file = `${basename(page, '.md')}-${line}.ts`;
        reader.write(file, `${text}\nexport {};\n`);
        return join(reader.directory, file);
      }),
  );
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.esnext.disposable.d.ts'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  });
  const found = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${basename(file?.fileName ?? '')}, line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });

  expect(files.length).toBeGreaterThan(3);
  expect(found).toEqual([]);
});
