import type { Json } from '../../exchange/json.js';
import type { LedgerChange, LedgerData } from '../../session/ledger.js';

/** A kept ledger to which changes can be made: values by section and key. */
export type LedgerTable = Map<string, Map<string, Json>>;

/** Makes changes, in their order. */
export function applyChanges(table: LedgerTable, changes: Iterable<LedgerChange>): void {
  for (const [section, key, value] of changes) {
    let values = table.get(section);
    if (!values) table.set(section, (values = new Map<string, Json>()));
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}

/** A whole ledger as the changes that make it out of nothing. */
export function* changesOf(ledger: LedgerData): Iterable<LedgerChange> {
  for (const [section, values] of Object.entries(ledger)) {
    for (const [key, value] of Object.entries(values)) yield [section, key, value];
  }
}

/** A whole table as the changes that make it out of nothing. */
export function* changesOfTable(table: LedgerTable): Iterable<LedgerChange> {
  for (const [section, values] of table) {
    for (const [key, value] of values) yield [section, key, value];
  }
}

/** A table as plain data; sections without values are left out. */
export function dataOf(table: LedgerTable): LedgerData {
  const filled = [...table].filter(([, values]) => values.size > 0);
  return Object.fromEntries(filled.map(([section, values]) => [section, Object.fromEntries(values)]));
}
