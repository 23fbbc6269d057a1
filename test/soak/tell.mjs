// Preloaded into the server: at SIGUSR2 it collects its garbage and tells in a file what is left.
import { renameSync, writeFileSync } from 'node:fs';

const file = process.env['RESTAGE_SOAK_TELL'] ?? '';

process.on('SIGUSR2', () => {
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const handles = process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'Timeout' && kind !== 'Immediate');
  writeFileSync(`${file}.tmp`, JSON.stringify({ held: heapUsed + external, rss, handles }));
  renameSync(`${file}.tmp`, file);
});
