import compareBuild from 'semver/functions/compare-build.js';
import parse from 'semver/functions/parse.js';
import { remember } from '../remember.js';

/** Versions by semver, the highest first; what is no semantic version comes last, in reverse order of its text. */
export const newestFirst = remember((versions: readonly string[]): readonly string[] =>
  versions
    .map((version) => ({ version, parsed: parse(version, { loose: true }) }))
    .sort((a, b) => {
      if (a.parsed && b.parsed) return compareBuild(b.parsed, a.parsed);
      if (a.parsed || b.parsed) return a.parsed ? -1 : 1;
      return a.version < b.version ? 1 : -1;
    })
    .map(({ version }) => version),
);

/** The version that "latest" means: the highest that is no prerelease, or the highest when all are (assumed). */
export const latestVersion = remember((versions: readonly string[]): string => {
  const ordered = newestFirst(versions);
  const stable = ordered.find((version) => parse(version, { loose: true })?.prerelease.length === 0);
  return stable ?? ordered[0] ?? '';
});
