#!/usr/bin/env node
import { runCommandLine } from './command-line.js';

// Whoever read our output may have gone, as `head` does; that is no reason to stop serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const status = await runCommandLine(process.argv.slice(2));
if (status !== 0) process.exitCode = status;
