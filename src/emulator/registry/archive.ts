import type { Handler } from '../call.js';
import { notFound } from './answers.js';
import { findVersion } from './module.js';

/** The archive that the download header points to: the module's directory as tar.gz. An extra; no download is counted. */
export const sendArchive: Handler = (call) => {
  const module = findVersion(call);
  if (!module) return notFound();
  const { source } = module.own;
  const archive = call.materials.archive(source);
  if (!archive) return { need: 'archive', source };
  return {
    status: 200,
    headers: { 'content-type': 'application/gzip', 'content-length': String(archive.length) },
    body: archive,
  };
};
