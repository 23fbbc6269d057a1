import { isJsonObject, type JsonObject } from '../../exchange/json.js';
import type { Resource } from '../world.js';
import { stamped } from './timestamps.js';

/** What a task result or policy evaluation keeps for itself until its end. */
export interface Ending {
  /** The status it has when its stage stops running. One that is no end (`pending`, `running`) is never left. */
  readonly ends: string;
  /** Attributes that are only known then. */
  readonly reports: JsonObject;
}

/**
 * A task result or policy evaluation after its stage went from one status to another; the same record when it does
 * not move. Assumed (platform API §3 does not show it): it waits and runs with its stage, has its own end when the
 * stage comes to `passed`, `failed` or `awaiting_override`, is carried along to any other end, and stays where it
 * ended; only the failed evaluations of a stage that is overridden become `overridden`.
 *
 * @param at the time of the move as the API writes it
 */
export function moveItem(item: Resource, from: string, to: string, at: string): Resource {
  const before = item.attributes['status'] as string;
  const ending = endingOf(item, to);
  const overridden =
    item.type === 'policy-evaluations' && from === 'awaiting_override' && before === 'failed';
  const status = overridden && to === 'running' ? 'overridden' : statusAfter(before, ending.ends, to);
  if (status === before) return item;
  let timestamps = item.attributes['status-timestamps'];
  if (status === 'running' && item.type === 'policy-evaluations')
    timestamps = stamped(timestamps, 'queued', at);
  return {
    ...item,
    attributes: {
      ...item.attributes,
      ...(status === ending.ends && hasEnded(status) ? ending.reports : {}),
      status,
      'status-timestamps': stamped(timestamps, status, at),
      'updated-at': at,
    },
  };
}

function statusAfter(status: string, ends: string, to: string): string {
  if (hasEnded(status)) return status;
  switch (to) {
    case 'running':
      return hasEnded(ends) ? 'running' : ends;
    case 'passed':
    case 'failed':
    case 'awaiting_override':
      return ends;
    default:
      return to;
  }
}

function hasEnded(status: string): boolean {
  return status !== 'pending' && status !== 'queued' && status !== 'running';
}

/** Only an override makes an evaluation `overridden`; one whose story ends so has failed until then. */
function endingOf({ own }: Resource, to: string): Ending {
  const told = own?.['ends'];
  const ends = typeof told === 'string' ? told : to === 'passed' ? 'passed' : 'failed';
  const reports = own?.['reports'];
  return { ends: ends === 'overridden' ? 'failed' : ends, reports: isJsonObject(reports) ? reports : {} };
}
