import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the bench installs what only it needs; git knows nothing of it. */
export const peersFolder = join(import.meta.dirname, '..', 'peers');

/** What is installed there, each when it is first needed. */
const versions = {
  autocannon: '9.0.0',
  wiremock: '3.13.2',
  '@mbtest/mountebank': '2.9.2',
  '@mockoon/cli': '9.9.0',
  talkback: '4.2.0',
  'json-server': '0.17.4',
  '@stoplight/prism-cli': '5.14.2',
};

/** @type {Map<string, string | undefined>} */
const outcomes = new Map();

/**
 * Sees to it that a package is installed.
 * @param {keyof typeof versions} name
 * @returns {string | undefined} why it is not
 */
export function installed(name) {
  if (!outcomes.has(name)) outcomes.set(name, install(name));
  return outcomes.get(name);
}

/** @param {keyof typeof versions} name */
function install(name) {
  const version = versions[name];
  const found = join(peersFolder, 'node_modules', name, 'package.json');
  if (existsSync(found) && JSON.parse(readFileSync(found, 'utf8')).version === version) return undefined;
  mkdirSync(peersFolder, { recursive: true });
  const own = join(peersFolder, 'package.json');
  if (!existsSync(own)) writeFileSync(own, '{ "private": true }\n');
  process.stderr.write(`installing ${name}@${version} into ${peersFolder}\n`);
  const npm = spawnSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error', `${name}@${version}`],
    { cwd: peersFolder, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (npm.status === 0) return undefined;
  return `npm could not install ${name}@${version}: ${(npm.stderr || String(npm.error)).trim().split('\n')[0]}`;
}
