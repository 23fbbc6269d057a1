import { findRoute } from '../../../src/api/route.js';
import type { Caller } from '../../../src/emulator/call.js';
import { accessOf } from '../../../src/emulator/platform/access.js';
import { platformHandlers, type PlatformOperation } from '../../../src/emulator/platform/handlers.js';
import { moveStage } from '../../../src/emulator/platform/move-stage.js';
import { platformResources } from '../../../src/emulator/platform/resources.js';
import type { PlatformStory } from '../../../src/emulator/platform/story.js';
import { seedOf, World } from '../../../src/emulator/world.js';
import type { Json, JsonObject } from '../../../src/exchange/json.js';
import { isFileBody, textOf, type WireResponse } from '../../../src/exchange/response.js';

/** When every story of these tests begins: 2026-03-02T09:00:00.000Z. */
export const startedAt = Date.UTC(2026, 2, 2, 9);

/** A resource in an answer. */
export interface Shown {
  readonly id: string;
  readonly type: string;
  readonly attributes: Record<string, Json>;
  readonly relationships: Record<string, { data?: unknown; links?: { related: string } }>;
  readonly links: { readonly self: string };
}

/** An answer with its body parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: WireResponse['headers'];
  readonly text: string | null;
  readonly data: Shown;
  readonly list: readonly Shown[];
  readonly included: readonly Shown[] | undefined;
  readonly links: Record<string, string | null> | undefined;
  readonly meta: { readonly pagination: Record<string, number | null> } | undefined;
  readonly errors: readonly {
    readonly status: string;
    readonly title: string;
    readonly detail?: string;
    readonly source?: { readonly pointer?: string; readonly parameter?: string };
  }[];
}

export interface Asking {
  readonly token?: string | undefined;
  readonly everything?: boolean;
  readonly body?: string;
  readonly prefix?: string;
  readonly isSshKey?: (text: string) => boolean;
}

/** A backend over a story, asked without a server. */
export class Backend {
  readonly changes = new Map<string, Json>();
  readonly world: World;
  /** Stages of which it was told that an answer showed them, in order. */
  readonly shown: string[] = [];
  readonly notes: JsonObject[] = [];
  /** What happens when an answer has shown a stage. */
  onShown: (stageId: string) => void = () => undefined;
  readonly #story: PlatformStory;

  constructor(story: PlatformStory) {
    this.#story = story;
    this.world = new World(seedOf(platformResources(story, startedAt)), this.changes);
  }

  get(url: string, asking: Asking = {}): Answer {
    return this.ask('GET', url, asking);
  }

  ask(method: string, url: string, asking: Asking = {}): Answer {
    const [path = '', query = ''] = url.split('?');
    const route = findRoute(method, path);
    if (!route) throw new Error(`no operation is at ${method} ${path}`);
    const now = startedAt + 60_000;
    const caller: Caller = {
      token: 'token' in asking ? asking.token : 'any',
      everything: asking.everything ?? false,
    };
    const response = platformHandlers[route.operation.name as PlatformOperation]({
      request: {
        method,
        path,
        query,
        headers: {},
        body: asking.body === undefined ? undefined : new TextEncoder().encode(asking.body),
        client: '127.0.0.1',
        base: { origin: 'http://127.0.0.1:4010', prefix: asking.prefix ?? '' },
      },
      route,
      world: this.world,
      now,
      caller,
      access: accessOf(this.#story),
      materials: { content: () => undefined, archive: () => undefined },
      isSshKey: asking.isSshKey ?? (() => true),
      shown: (stageId) => {
        this.shown.push(stageId);
        this.onShown(stageId);
      },
      override: (stageId) => moveStage(this.world, stageId, 'running', now),
      note: (note) => this.notes.push(note),
    });
    if ('need' in response) throw new Error('the platform never needs anything');
    return parsed(response);
  }
}

function parsed({ status, headers, body }: WireResponse): Answer {
  if (isFileBody(body)) throw new Error('the platform answers from memory');
  const text = body === null ? null : textOf(body);
  const document = (text === null ? {} : JSON.parse(text)) as Record<string, unknown>;
  return {
    status,
    headers,
    text,
    data: document['data'] as Shown,
    list: document['data'] as Shown[],
    included: document['included'] as Shown[] | undefined,
    links: document['links'] as Answer['links'],
    meta: document['meta'] as Answer['meta'],
    errors: (document['errors'] ?? []) as Answer['errors'],
  };
}
