import { expect, test } from 'vitest';
import { latestVersion, newestFirst } from '../../../src/emulator/registry/version-order.js';

test('versions are ordered by semver, prereleases below their release and unreadable ones last', () => {
  const versions = [
    '1.0.0',
    'nightly',
    '10.0.0',
    '2.0.0-rc.1',
    '2.0.0',
    '2.0.0-rc.10',
    '2.0.0-rc.2',
    '9.0.0+b',
  ];

  expect(newestFirst(versions)).toEqual([
    '10.0.0',
    '9.0.0+b',
    '2.0.0',
    '2.0.0-rc.10',
    '2.0.0-rc.2',
    '2.0.0-rc.1',
    '1.0.0',
    'nightly',
  ]);
});

test('the latest version is the highest stable one, and a prerelease only when there is nothing else', () => {
  expect(latestVersion(['1.0.0', '2.0.0-rc1'])).toBe('1.0.0');
  expect(latestVersion(['2.0.0-rc1', '2.0.0-rc2'])).toBe('2.0.0-rc2');
});
