import type { Route } from '../api/route.js';
import type { JsonObject } from '../exchange/json.js';
import type { WireRequest } from '../exchange/request.js';
import type { WireResponse } from '../exchange/response.js';
import type { Access } from './platform/access.js';
import type { World } from './world.js';

/** Who asks, as far as the platform API cares. */
export interface Caller {
  /** The bearer token, or undefined when none was sent. */
  readonly token: string | undefined;
  /** True for the session's own token: it sees and may do everything. */
  readonly everything: boolean;
}

/** One file tree's Terraform content, as registries show it (registry API §2). */
export interface ModulePart {
  /** Empty for the root, else the submodule's directory. */
  readonly path: string;
  readonly readme: string;
  readonly empty: boolean;
  readonly inputs: readonly {
    readonly name: string;
    readonly description: string;
    readonly default: string;
  }[];
  readonly outputs: readonly { readonly name: string; readonly description: string }[];
  readonly dependencies: readonly {
    readonly name: string;
    readonly source: string;
    readonly version: string;
  }[];
  readonly providers: readonly { readonly name: string; readonly version: string }[];
  readonly resources: readonly { readonly name: string; readonly type: string }[];
}

/** What a module's source directory holds. */
export interface ModuleContent {
  readonly root: ModulePart;
  readonly submodules: readonly ModulePart[];
}

/** What was already read from module directories. Undefined: not read yet, so ask for it with a {@link Need}. */
export interface Materials {
  content(source: string): ModuleContent | undefined;
  archive(source: string): Uint8Array | undefined;
}

/** Something from outside that must be read first; the request is asked again when it is there. */
export interface Need {
  readonly need: 'content' | 'archive';
  /** Absolute path of the module's directory. */
  readonly source: string;
}

/** One request to the emulated backend, with all that it may look at. */
export interface Call {
  readonly request: WireRequest;
  readonly route: Route;
  readonly world: World;
  /** Session time in milliseconds since 1970. */
  readonly now: number;
  readonly caller: Caller;
  /** What the platform's tokens may do and see. */
  readonly access: Access;
  readonly materials: Materials;
  /** Whether a text is a private SSH key that can be parsed. */
  readonly isSshKey: (text: string) => boolean;
  /** Says that the answer shows this stage's status, for lifecycles that count reads. */
  readonly shown: (stageId: string) => void;
  /** Lets the lifecycle of a stage that waits for an override go on; the world is changed when this returns. */
  readonly override: (stageId: string) => void;
  /** Something worth keeping in the journal entry of this request. */
  readonly note: (note: JsonObject) => void;
}

/** Answers one operation over the world. */
export type Handler = (call: Call) => WireResponse | Need;

/** Whether a handler needs something read first. */
export function isNeed(result: WireResponse | Need): result is Need {
  return 'need' in result;
}
