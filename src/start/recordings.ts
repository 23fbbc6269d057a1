import type { Json } from '../exchange/json.js';
import { RestageError } from '../exchange/restage-error.js';
import { FixtureFiles } from '../edges/fixture-files.js';
import type { FixtureKeeper } from '../edges/fixture-keeper.js';
import { bodiesDirectory, type Fixture } from '../fixtures/fixture.js';
import { Replay } from '../fixtures/replay.js';
import { type RedactionRules, readRules } from '../fixtures/rules.js';
import { formatPath } from '../exchange/problem.js';
import { type Derived, derive } from '../session/derive/derive.js';
import type { Fixtures } from '../session/session.js';
import type { StartOptions } from './options.js';

/** The recordings, to be answered from. */
export interface Recordings extends Fixtures {
  /** The fixture files that there are. */
  list(): readonly string[];
  close(): void;
}

/**
 * The rules of what recordings must not keep.
 * @throws RestageError `config-invalid`
 */
export function redactionRules(redact: Json | undefined): RedactionRules {
  const { rules, problems } = readRules(redact);
  if (problems.length === 0) return rules;
  const lines = problems.map(({ path, found, expected }) => {
    return `${formatPath(['redact', ...path])}: found ${found}, expected ${expected}`;
  });
  throw new RestageError('config-invalid', 'the rules of what to redact cannot be used:', lines);
}

/**
 * Opens a directory of recordings; nothing is read before it is asked for.
 * @param directory absolute path
 * @param keeper while recording: what it has kept itself in this run is asked for again
 */
export function openRecordings(
  directory: string,
  rules: RedactionRules,
  { end, derive: wanted = false, fixtures = './fixtures' }: StartOptions,
  keeper: FixtureKeeper | undefined,
): Recordings {
  const files = new FixtureFiles(directory);
  const replay = new Replay(files, end, rules);
  const list = (): string[] =>
    files.list('', Infinity).filter((file) => !file.startsWith(`${bodiesDirectory}/`));
  function* readable(): Iterable<[string, Fixture]> {
    for (const file of list()) {
      const fixture = files.lookup(file)?.fixture;
      if (fixture) yield [file, fixture];
    }
  }
  let derived: { readonly version: number; readonly from: Derived } | undefined;
  return {
    derive: wanted,
    derived() {
      if (derived?.version !== files.version) {
        const from = derive(readable(), (file) => files.sideText(file));
        derived = { version: files.version, from };
      }
      return derived.from;
    },
    answer: (request, cursor) => (keeper?.has(request) ? undefined : replay.answer(request, cursor)),
    recordCommand: (api) => `restage record --${api} URL --keep new --fixtures ${fixtures}`,
    list,
    close: () => files.close(),
  };
}
