import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { isJsonObject, type JsonObject } from '../exchange/json.js';

/** HCL that could not be parsed. */
export class HclError extends Error {
  /** Where, counted from 1; left out when the parser does not say. */
  readonly at: { readonly line: number; readonly column: number } | undefined;

  constructor(message: string, at?: { readonly line: number; readonly column: number }) {
    super(message);
    this.at = at;
  }
}

/** How long one file may take, in ms, and how long the parser stays when nobody needs it. */
const patience = 20_000;
const idleTime = 1_000;

/**
 * The parser (HashiCorp's own, as WebAssembly) runs in a thread of its own: it adds globals, holds on to its memory,
 * takes seconds for large files, and has no answer to some. There it harms nobody and can be stopped.
 */
const thread = `
const { parentPort, workerData } = require('node:worker_threads');
const { parse } = require(workerData);
parentPort.on('message', (text) =>
  parse('hcl', text).then(
    (blocks) => parentPort.postMessage({ blocks }),
    (error) => parentPort.postMessage({ problem: error.message }),
  ),
);`;

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Parses one HCL file into its blocks: `{ variable: { name: [{ …attributes }] }, … }`, expressions that are no
 * literals as `${…}`. Files are parsed one after the other; the parser is loaded with the first.
 *
 * @throws {@link HclError} when the text is not HCL
 */
export function parseHcl(text: string): Promise<JsonObject> {
  const parsed = last.then(() => parseNow(text));
  last = parsed.catch(() => undefined);
  return parsed;
}

async function parseNow(text: string): Promise<JsonObject> {
  clearTimeout(idle);
  const hired = (worker ??= hire());
  hired.ref();
  try {
    return readReply(await ask(hired, text));
  } catch (error) {
    // Only after a syntax error is the parser known to be in order.
    if (!(error instanceof HclError && error.at)) dismiss(hired);
    throw error;
  } finally {
    hired.unref();
    idle = setTimeout(() => dismiss(hired), idleTime).unref();
  }
}

function hire(): Worker {
  const parser = createRequire(import.meta.url).resolve('@cdktf/hcl2json');
  const hired = new Worker(thread, { eval: true, workerData: parser });
  hired.on('error', () => dismiss(hired));
  return hired;
}

function ask(hired: Worker, text: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(watchdog);
      hired.off('message', answered).off('messageerror', ended).off('exit', ended);
    };
    const answered = (reply: unknown): void => {
      settle();
      resolve(reply);
    };
    const ended = (): void => {
      settle();
      reject(new HclError('the parser had no answer; are its blocks nested very deeply?'));
    };
    const watchdog = setTimeout(ended, patience);
    hired.once('message', answered).once('messageerror', ended).once('exit', ended);
    hired.postMessage(text);
  });
}

function dismiss(hired: Worker): void {
  if (worker === hired) worker = undefined;
  void hired.terminate();
}

function readReply(reply: unknown): JsonObject {
  if (isJsonObject(reply) && isJsonObject(reply['blocks'])) return reply['blocks'];
  const problem = isJsonObject(reply) && typeof reply['problem'] === 'string' ? reply['problem'] : '';
  const found = /^parse config: \[hcl:(\d+),(\d+)[-,\d]*: (.*)\]$/s.exec(problem);
  if (!found) throw new HclError(`the parser gave up (${problem}).`);
  throw new HclError(found[3] ?? problem, { line: Number(found[1]), column: Number(found[2]) });
}
