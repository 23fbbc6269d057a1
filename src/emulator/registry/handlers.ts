import type { OperationName } from '../../api/operations.js';
import type { Handler } from '../call.js';
import { sendArchive } from './archive.js';
import { showLatest, showVersion } from './detail.js';
import { discover } from './discovery.js';
import { downloadLatest, downloadVersion } from './download.js';
import { summarizeDownloads } from './downloads-summary.js';
import { listModules } from './list.js';
import { listProviders } from './providers.js';
import { searchModules } from './search.js';
import { listVersions } from './versions.js';

/** What answers each operation of the registry API. */
export const registryHandlers: Readonly<Record<Extract<OperationName, `registry.${string}`>, Handler>> = {
  'registry.discovery': discover,
  'registry.modules.list': listModules,
  'registry.modules.namespace': listModules,
  'registry.modules.search': searchModules,
  'registry.modules.providers': listProviders,
  'registry.modules.latest': showLatest,
  'registry.modules.show': showVersion,
  'registry.modules.versions': listVersions,
  'registry.modules.download': downloadVersion,
  'registry.modules.download-latest': downloadLatest,
  'registry.modules.archive': sendArchive,
  'registry.modules.downloads-summary': summarizeDownloads,
};
