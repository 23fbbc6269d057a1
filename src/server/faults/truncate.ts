/** The part of a body that comes through before the connection ends; all of it when it is shorter. */
export function truncate(body: Uint8Array, bytes: number | undefined): Uint8Array {
  return bytes === undefined ? body : body.subarray(0, bytes);
}
