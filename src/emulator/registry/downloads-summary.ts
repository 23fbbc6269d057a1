import type { Handler } from '../call.js';
import { jsonAnswer, notFound } from './answers.js';
import { downloadWindows } from './downloads.js';
import { findModule } from './module.js';

/** `{registry_v2_base_url}/:namespace/:name/:provider/downloads/summary` (registry API §2 and §4). */
export const summarizeDownloads: Handler = (call) => {
  const module = findModule(call);
  if (!module) return notFound();
  const attributes = downloadWindows(module, call.now);
  return jsonAnswer(
    JSON.stringify({ data: { type: 'module-downloads-summary', id: module.own.summary, attributes } }),
  );
};
