import type { UpstreamCall, UpstreamSink } from './upstream.js';

/** Where an archive really lies: at a URL, or in a git repository, as a registry names it. */
export type ArchiveSource = { readonly url: string } | { readonly git: string };

const mostNamed = 10_000;

/** The archives that answers named, by the paths under which we hand them out; lives as long as the server. */
export class Archives {
  readonly #sources = new Map<string, ArchiveSource>();

  /** Says what lies behind a path of ours. */
  name(path: string, source: ArchiveSource): void {
    this.#sources.delete(path);
    this.#sources.set(path, source);
    const [oldest] = this.#sources.keys();
    if (this.#sources.size > mostNamed && oldest !== undefined) this.#sources.delete(oldest);
  }

  find(path: string): ArchiveSource | undefined {
    return this.#sources.get(path);
  }
}

/** Git repositories as archives. */
export interface GitArchives {
  /** Takes a source apart; undefined when it is none that could be fetched. */
  read(source: string): { readonly subdir: string } | undefined;
  /** Answers as if the packed repository were asked for. */
  forward(source: string, sink: UpstreamSink): UpstreamCall;
}
