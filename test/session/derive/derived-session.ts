import { findRoute } from '../../../src/api/route.js';
import { platformHandlers } from '../../../src/emulator/platform/handlers.js';
import { registryHandlers } from '../../../src/emulator/registry/handlers.js';
import { type Json, parseJson } from '../../../src/exchange/json.js';
import type { WireResponse } from '../../../src/exchange/response.js';
import { derive } from '../../../src/session/derive/derive.js';
import { DerivedView } from '../../../src/session/derive/derived-view.js';
import { leadBack } from '../../../src/session/derive/lead-back.js';
import { isOutdated } from '../../../src/session/derive/outdated.js';
import { whyNotDerived } from '../../../src/session/derive/why-not.js';
import { Ledger } from '../../../src/session/ledger.js';
import { readFixtureFile } from '../../../src/fixtures/fixture-problems.js';
import type { MemoryRecording } from '../../fixtures/fixtures-in-memory.js';
import { cursor } from '../../fixtures/fixtures-in-memory.js';
import { requestOf, type RequestParts } from '../../fixtures/request-of.js';

/** What a request came to. */
export interface Asked {
  readonly source: 'recorded' | 'derived' | 'refused';
  readonly status?: number;
  readonly headers?: WireResponse['headers'];
  /** The body parsed; of a refusal the reason. */
  readonly body: Json;
}

/** A session that replays a recording and answers what was never recorded from what the recording shows. */
export class DerivedSession {
  readonly #replay;
  readonly #view;
  readonly #cursor = cursor();

  constructor(recorded: MemoryRecording) {
    this.#replay = recorded.replay();
    const fixtures = [...recorded.texts].flatMap(([file, text]) => {
      const read = file.endsWith('.json') ? readFixtureFile(text as string, file) : undefined;
      return read && 'fixture' in read ? [[file, read.fixture] as const] : [];
    });
    const derived = derive(fixtures, (file) => recorded.texts.get(file) as string | undefined);
    const ledger = new Ledger();
    this.#view = new DerivedView(
      derived,
      ledger.section('world', 'durable'),
      ledger.section('lives', 'durable'),
      now,
    );
  }

  get(address: string): Asked {
    return this.ask(`GET ${address}`);
  }

  ask(line: string, parts: RequestParts = {}): Asked {
    const request = requestOf(line, parts);
    const replayed = this.#replay.answer(request, this.#cursor);
    const view = this.#view;
    if (replayed.outcome === 'recorded' && !isOutdated(replayed.response, (key) => view.hasChanged(key))) {
      return asked('recorded', replayed.response);
    }
    const route = findRoute(request.method, request.path);
    if (!route) return { source: 'refused', body: 'outside both APIs' };
    const scene = view.at(this.#cursor.epoch);
    const why = whyNotDerived(scene, request, route);
    if (why !== undefined) return { source: 'refused', body: why };
    const { world, lives } = scene;
    const handlers = { ...platformHandlers, ...registryHandlers };
    const answer = handlers[route.operation.name]({
      request,
      route,
      world,
      now,
      caller: { token: undefined, everything: true },
      access: { tokens: undefined },
      materials: { content: () => undefined, archive: () => undefined },
      isSshKey: () => true,
      shown: (stage) => lives.shown(stage, now),
      override: (stage) => lives.override(stage, now),
      note: () => undefined,
    });
    if ('need' in answer) throw new Error('nothing outside is needed');
    return asked('derived', leadBack(answer, request.base));
  }
}

const now = Date.UTC(2026, 2, 2, 9);

function asked(source: Asked['source'], { status, headers, body }: WireResponse): Asked {
  return {
    source,
    status,
    headers,
    body: typeof body === 'string' ? (parseJson(body) ?? body) : null,
  };
}
