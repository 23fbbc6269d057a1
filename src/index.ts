export { errorCodes, RestageError, type ErrorCode } from './exchange/restage-error.js';
export type { Json, JsonObject } from './exchange/json.js';
export type { JournalEntry, OutcomeName, Report, SourceName } from './start/types.js';
export { restage, type RestageOptions } from './testing/restage.js';
export type { Expectation, SessionWish, Stand, StandClock, Verified } from './testing/stand.js';
