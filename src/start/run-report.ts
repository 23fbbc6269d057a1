import type { Roster } from '../server/roster.js';
import { type Report, reportOf } from '../session/report.js';

/** What all sessions of a server saw together. */
export type RunReport = Report;

/** Adds up the reports of all sessions, those that were put away included. What one of them used is used. */
export async function runReport(roster: Roster, fixtures: readonly string[]): Promise<RunReport> {
  const sessions = await Promise.all((await roster.names()).map((name) => roster.open(name)));
  const reports = sessions.map((session) => reportOf(session, fixtures));
  const steps = sessions.flatMap((session, at) => {
    const unused = reports[at]?.unused.steps ?? [];
    return session.steps.steps.map(({ name }) => ({
      name,
      of: session.scenario.name,
      used: !unused.includes(name),
    }));
  });
  const unusedSteps = steps
    .filter((step) => !steps.some(({ name, of, used }) => used && name === step.name && of === step.of))
    .map(({ name }) => name);
  return {
    requests: {
      total: reports.reduce((total, { requests }) => total + requests.total, 0),
      byOperation: sum(reports.map(({ requests }) => requests.byOperation)),
      byStatus: sum(reports.map(({ requests }) => requests.byStatus)),
      bySource: sum(reports.map(({ requests }) => requests.bySource)),
    },
    refusals: reports.flatMap(({ refusals }) => refusals),
    unused: {
      fixtures: fixtures.filter((file) => reports.every(({ unused }) => unused.fixtures.includes(file))),
      steps: [...new Set(unusedSteps)],
    },
  };
}

function sum(counts: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const one of counts) {
    for (const [name, count] of Object.entries(one)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}
