/** A header's value; a list when the header is sent several times. */
export type HeaderValue = string | readonly string[];

/** Headers as plain data, names in lower case. */
export type HeaderRecord = Readonly<Record<string, HeaderValue>>;

/** A body that lies in a file and is streamed from there. */
export interface FileBody {
  readonly file: string;
  /** Length in bytes. */
  readonly bytes: number;
}

/** A response as plain data. `null` is no body at all, as a 204 must have. */
export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderRecord;
  readonly body: string | Uint8Array | FileBody | null;
}

/** Whether a body lies in a file. */
export function isFileBody(body: WireResponse['body']): body is FileBody {
  return typeof body === 'object' && body !== null && 'file' in body;
}

/** A body in memory as text (UTF-8). */
export function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}
