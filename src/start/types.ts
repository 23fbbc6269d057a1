export type { JournalEntry, OutcomeName, SourceName } from '../session/journal.js';
export type { Report } from '../session/report.js';
