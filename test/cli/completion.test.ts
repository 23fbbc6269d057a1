import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { emptyDirectory } from '../e2e/command.js';
import { run } from './run.js';

let script = '';
beforeAll(async () => {
  script = (await run('completion', 'bash')).stdout;
});

/** What a real bash offers after the words, the last of them begun. */
function completed(...words: string[]): string[] {
  const dir = emptyDirectory();
  writeFileSync(join(dir, 'completion.bash'), script);
  writeFileSync(
    join(dir, 'ask.bash'),
    `source ./completion.bash
COMP_WORDS=(restage "$@")
COMP_CWORD=$#
_restage
printf '%s\\n' "\${COMPREPLY[@]}"
complete -p restage`,
  );
  const told = execFileSync('bash', ['--norc', 'ask.bash', ...words], { cwd: dir, encoding: 'utf8' });
  const lines = told.trimEnd().split('\n');
  expect(lines.pop()).toBe('complete -o default -F _restage restage');
  return lines.filter((line) => line !== '');
}

test('a real bash completes commands', () => {
  expect(completed('re')).toEqual(['record', 'replay']);
});

test('a real bash completes the options of the command that was named, and no others', () => {
  expect(completed('replay', '--de')).toEqual(['--derive']);
  expect(completed('serve', '--de')).toEqual([]);
});

test('a real bash completes the values of an option that has choices', () => {
  expect(completed('serve', '--log', '')).toEqual(['pretty', 'json', 'silent']);
});

test('a real bash completes the names of scenarios', () => {
  expect(completed('exec', '--scenario', 'awaiting-o')).toEqual(['awaiting-override']);
});

test('a real bash leaves values that cannot be listed to its own completion of files', () => {
  expect(completed('serve', '--ready-file', '')).toEqual([]);
  expect(completed('serve', '--scenario', './sto')).toEqual([]);
});

test('a real bash completes a command and then files after --', () => {
  expect(completed('exec', '--strict', '--', 'gi')).toContain('git');
  expect(completed('exec', '--strict', '--', 'git', '--st')).toEqual([]);
});

test('a real bash completes arguments that have choices', () => {
  expect(completed('completion', '')).toEqual(expect.arrayContaining(['bash', 'zsh', 'fish']));
});

test('zsh reads what bash reads, once it was told how', async () => {
  const { stdout } = await run('completion', 'zsh');

  expect(stdout).toBe(
    `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${script}`,
  );
});

test('fish is told of every option of every command', async () => {
  const { stdout } = await run('completion', 'fish');

  for (const command of createProgram().commands) {
    expect(stdout).toContain(`complete -c restage -f -n __fish_use_subcommand -a ${command.name()} -d `);
    for (const { long } of command.options) {
      expect(stdout).toContain(`__fish_seen_subcommand_from ${command.name()}' -l ${long?.slice(2)}`);
    }
  }
  expect(stdout).toContain("-l log -x -a 'pretty json silent'");
  expect(stdout).toMatch(/serve' -l scenario -r -a '[a-z -]*awaiting-override /);
});
