/** Everything that can go wrong outside a request, by code. Listed with cause and remedy in docs/errors.md. */
export const errorCodes = [
  'bad-option',
  'config-invalid',
  'scenario-unknown',
  'scenario-invalid',
  'port-in-use',
  'address-unusable',
  'state-locked',
  'state-unusable',
  'state-unwritten',
  'ready-file-unwritable',
  'recording-incomplete',
  'bad-call',
  'conflict',
  'closed',
] as const;
export type ErrorCode = (typeof errorCodes)[number];

/** The one error that restage throws. Its message says what happened, where, what was expected and what to do. */
export class RestageError extends Error {
  override readonly name = 'RestageError';
  readonly code: ErrorCode;
  /** One line for each problem when there are several, e.g. of a scenario file. */
  readonly details: readonly string[];

  constructor(code: ErrorCode, message: string, details: readonly string[] = []) {
    super(details.length === 0 ? message : [message, ...details].join('\n'));
    this.code = code;
    this.details = details;
  }
}
