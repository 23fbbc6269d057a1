/** Why restage itself answers, as the header `Restage-Refusal` says it. Listed with what to do in docs/errors.md. */
export const refusalCodes = [
  'no-answer',
  'no-operation',
  'not-recorded',
  'used-up',
  'too-early',
  'fixture-broken',
  'no-upstream',
  'upstream',
  'rejected',
  'failed',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** The header by which a refusal is told from anything a backend says; its value is the refusal's code. */
export const refusalHeader = 'restage-refusal';

/** The header of a refusal. */
export function refusalHeaders(code: RefusalCode): { readonly [refusalHeader]: RefusalCode } {
  return { [refusalHeader]: code };
}
