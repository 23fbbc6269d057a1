import { findRoute } from '../../../src/api/route.js';
import {
  type Call,
  isNeed,
  type ModuleContent,
  type ModulePart,
  type Need,
} from '../../../src/emulator/call.js';
import { registryHandlers } from '../../../src/emulator/registry/handlers.js';
import { registryResources } from '../../../src/emulator/registry/resources.js';
import type { ModuleStory } from '../../../src/emulator/registry/story.js';
import { seedOf, World } from '../../../src/emulator/world.js';
import type { Json } from '../../../src/exchange/json.js';
import type { WireResponse } from '../../../src/exchange/response.js';

/** When every registry in these tests begins. */
export const began = Date.parse('2026-03-02T09:00:00Z');

/** A module of a story; what a test does not care about is filled in. */
export function moduleStory(id: string, story: Partial<ModuleStory> = {}): ModuleStory {
  const [namespace = '', name = '', provider = ''] = id.split('/');
  return {
    namespace,
    name,
    provider,
    about: '',
    owner: '',
    verified: false,
    repository: `https://example.test/${id}`,
    versions: ['1.0.0'],
    downloads: { week: 0, month: 0, year: 0, total: 0 },
    ...story,
  };
}

/** The content of one file tree; what a test does not care about is empty. */
export function modulePart(part: Partial<ModulePart> = {}): ModulePart {
  const none = { inputs: [], outputs: [], dependencies: [], providers: [], resources: [] };
  return { path: '', readme: '', empty: true, ...none, ...part };
}

/** What a test may say about one request. */
export interface AskOptions {
  readonly now?: number;
  readonly prefix?: string;
}

/** A registry over a world of its own, asked by calling its handlers. */
export function registryWith(modules: readonly ModuleStory[]) {
  const world = new World(seedOf(registryResources({ modules }, began, 7)), new Map<string, Json>());
  const contents = new Map<string, ModuleContent>();
  const archives = new Map<string, Uint8Array>();

  /** Asks with e.g. `HEAD /v1/modules?limit=2`. */
  function handle(asked: string, { now = began, prefix = '' }: AskOptions): WireResponse | Need {
    const [method = '', target = ''] = asked.split(' ');
    const [path = '', query = ''] = target.split('?');
    const route = findRoute(method, path);
    if (!route) throw new Error(`no operation for ${asked}`);
    const call: Omit<Call, 'access'> = {
      request: {
        method,
        path,
        query,
        headers: {},
        body: undefined,
        client: '127.0.0.1',
        base: { origin: 'http://registry.test:4010', prefix },
      },
      route,
      world,
      now,
      caller: { token: undefined, everything: false },
      materials: {
        content: (source) => contents.get(source),
        archive: (source) => archives.get(source),
      },
      isSshKey: () => false,
      shown: () => undefined,
      override: () => undefined,
      note: () => undefined,
    };
    return registryHandlers[route.operation.name as keyof typeof registryHandlers](call as Call);
  }

  return {
    world,
    contents,
    archives,
    /** The answer; fails when the handler needs something read first. */
    ask(asked: string, options: AskOptions = {}): WireResponse {
      const result = handle(asked, options);
      if (isNeed(result)) throw new Error(`${asked} needs the ${result.need} of "${result.source}"`);
      return result;
    },
    /** What the handler needs read first, or undefined. */
    need(asked: string): Need | undefined {
      const result = handle(asked, {});
      return isNeed(result) ? result : undefined;
    },
  };
}

/** The JSON in a response's body. */
export function jsonOf<Body = Record<string, unknown>>(response: WireResponse): Body {
  return JSON.parse(response.body as string) as Body;
}

/** A list as the registry shows it. */
export interface ListBody {
  readonly meta: Record<string, unknown>;
  readonly modules: readonly { readonly id: string; readonly version: string }[];
}
