import { RestageError } from '../exchange/restage-error.js';
import type { JsonObject } from '../exchange/json.js';
import type { SessionStore } from '../session/store.js';
import { applyChanges, changesOf, dataOf, type LedgerTable } from './state/table.js';

/** Keeps sessions in memory, until closed. */
export function memoryStore(): SessionStore {
  const kept = new Map<string, { readonly about: JsonObject; readonly table: LedgerTable }>();
  let open = true;
  const sessions = (): typeof kept => {
    if (!open) throw new RestageError('closed', 'the state in memory was closed already');
    return kept;
  };
  return {
    async load(name) {
      const found = sessions().get(name);
      if (!found) return { found: 'nothing' };
      return { found: 'session', session: { about: found.about, ledger: dataOf(found.table) } };
    },
    async save(name, { about, ledger }) {
      const table: LedgerTable = new Map();
      applyChanges(table, changesOf(ledger));
      sessions().set(name, { about, table });
    },
    async append(name, changes) {
      const found = sessions().get(name);
      if (changes.length === 0) return;
      if (!found) {
        throw new RestageError(
          'state-unwritten',
          `changes of session ${JSON.stringify(name)} cannot be added: nothing is kept of it. Save the session first`,
        );
      }
      applyChanges(found.table, changes);
    },
    async setAside(name) {
      sessions().delete(name);
      return undefined;
    },
    async remove(name) {
      sessions().delete(name);
    },
    async list() {
      return [...sessions().keys()];
    },
    async close() {
      open = false;
      kept.clear();
    },
  };
}
