import { reasonOf } from './not-runnable.mjs';
import { median, pairedRatio } from './statistics.mjs';

/**
 * Something that is measured.
 * @typedef {object} Contestant
 * @property {string} name
 * @property {'ours' | 'limit' | 'peer'} role
 * @property {() => Promise<import('./spawn-server.mjs').Server>} start
 */

/** @typedef {Record<string, number>} Sample */

/**
 * What one contestant came to.
 * @typedef {object} Measured
 * @property {string} name
 * @property {'ours' | 'limit' | 'peer'} role
 * @property {Sample[]} samples one a round
 * @property {string} [failed] why there are no more
 * @property {(metric: string) => number} of the median of a metric
 * @property {(metric: string) => number[]} all a metric in every round
 */

/**
 * Measures everyone in every round, each with a fresh process; every second round in the opposite order, so that a
 * machine that gets slower or faster meanwhile does so for all alike.
 *
 * @param {{ rounds: number, progress: (text: string) => void }} ctx
 * @param {readonly Contestant[]} contestants
 * @param {(server: import('./spawn-server.mjs').Server, contestant: Contestant) => Promise<Sample>} sample
 * @returns {Promise<Measured[]>}
 */
export async function compare(ctx, contestants, sample) {
  const all = contestants.map((contestant) => ({ contestant, measured: measuredOf(contestant) }));
  for (let round = 1; round <= ctx.rounds; round++) {
    for (const { contestant, measured } of round % 2 === 1 ? all : [...all].reverse()) {
      if (measured.failed !== undefined) continue;
      ctx.progress(`round ${round}/${ctx.rounds} ${contestant.name}`);
      try {
        const server = await contestant.start();
        try {
          measured.samples.push(await sample(server, contestant));
        } finally {
          await server.stop();
        }
      } catch (error) {
        measured.failed = reasonOf(error);
      }
    }
  }
  return all.map(({ measured }) => measured);
}

/**
 * A contestant's ratio to another one in one metric: the median over the rounds.
 * @param {readonly Measured[]} measured
 * @param {string} metric
 * @param {string} name
 * @param {string} to
 */
export function ratio(measured, metric, name, to) {
  const values = (/** @type {string} */ of) => measured.find((one) => one.name === of)?.all(metric) ?? [];
  return pairedRatio(values(name), values(to));
}

/**
 * @param {Contestant} contestant
 * @returns {Measured}
 */
function measuredOf({ name, role }) {
  /** @type {Sample[]} */
  const samples = [];
  const all = (/** @type {string} */ metric) => samples.map((one) => one[metric] ?? NaN);
  return { name, role, samples, all, of: (metric) => median(all(metric)) };
}
