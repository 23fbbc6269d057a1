import type { ModuleResource } from './module.js';

const dayInMs = 86_400_000;

/** Downloads of a module by window; a window is the day it is now and those before it. */
export interface DownloadWindows {
  readonly week: number;
  readonly month: number;
  readonly year: number;
  readonly total: number;
}

/** The module with one more download, counted on the day of `now` (ms since 1970). Days older than a year go. */
export function countDownload(module: ModuleResource, now: number): ModuleResource {
  const { attributes, own } = module;
  const today = dayOf(now);
  const recent = Object.entries(own.days).filter(([day]) => Number(day) > today - 365);
  const days = { ...Object.fromEntries(recent), [today]: (own.days[today] ?? 0) + 1 };
  return {
    ...module,
    attributes: { ...attributes, downloads: attributes.downloads + 1 },
    own: { ...own, days },
  };
}

/** Downloads in the last 7, 30 and 365 days and of all time: those before the scenario, which do not age, and those counted. */
export function downloadWindows({ attributes, own }: ModuleResource, now: number): DownloadWindows {
  const today = dayOf(now);
  const counted = (window: number): number => {
    let sum = 0;
    for (const [day, count] of Object.entries(own.days)) {
      if (Number(day) > today - window && Number(day) <= today) sum += count;
    }
    return sum;
  };
  return {
    week: own.before.week + counted(7),
    month: own.before.month + counted(30),
    year: own.before.year + counted(365),
    total: attributes.downloads,
  };
}

function dayOf(now: number): number {
  return Math.floor(now / dayInMs);
}
