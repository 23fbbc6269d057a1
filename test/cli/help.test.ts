import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { run } from './run.js';

/** The examples of a help text, each as the words after `restage`. */
function examplesIn(help: string): string[][] {
  const [, examples = ''] = help.split('Examples:\n');
  const lines = examples.split('\n').filter((line) => /\brestage /.test(line));
  return lines.map((line) => {
    const [, command = ''] = /\brestage (.*?)(?:\)| {2,}| > |$)/.exec(line) ?? [];
    return command.split(' ');
  });
}

/** A program that only reads its words. */
function readingProgram(taken: string[]): Command {
  const program = createProgram();
  for (const command of program.commands) command.action(() => void taken.push(command.name()));
  return program;
}

const commands = createProgram().commands.map((command) => command.name());

test.each(['', ...commands])('every example in the help of restage %s can be run', async (command) => {
  const { status, stdout } = await run(...(command === '' ? [] : [command]), '--help');
  const examples = examplesIn(stdout);
  const taken: string[] = [];

  for (const words of examples) {
    if (words.includes('--help')) continue;
    await readingProgram(taken).parseAsync(words, { from: 'user' });
  }

  expect(status).toBe(0);
  expect(examples.length).toBeGreaterThan(0);
  expect(taken).toContain(command === '' ? 'serve' : command);
});

test('the help of every command fits a terminal of 100 columns', () => {
  const lines = createProgram().commands.flatMap((command) => command.helpInformation().split('\n'));

  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

test('the version is the one of the package', async () => {
  const { stdout, status } = await run('--version');

  expect(status).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
