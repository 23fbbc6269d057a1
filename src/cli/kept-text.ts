import type { KeptReport } from '../start.js';

const mostShown = 20;

/** What a recording came to, for a person at its end. */
export function keptText({ written, problems, outside }: KeptReport): string {
  const hosts = new Map<string, string[]>();
  for (const { origin, file, where } of outside) {
    hosts.set(origin, [...(hosts.get(origin) ?? []), `${file} (${where})`]);
  }
  return [
    `recorded ${written.length === 1 ? '1 fixture' : `${written.length} fixtures`}`,
    ...[...hosts].map(
      ([origin, [first, ...others]]) =>
        `${origin} is still named in ${first}${others.length === 0 ? '' : ` and ${others.length} other places`}: a client that follows it leaves the recording`,
    ),
    ...(problems.length === 0 ? [] : ['These answers could not be kept:']),
    ...problems.slice(0, mostShown).map(({ request, why }) => `  ${request}: ${why}`),
    ...(problems.length > mostShown ? [`  and ${problems.length - mostShown} more`] : []),
  ].join('\n');
}
