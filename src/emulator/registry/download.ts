import type { WireRequest } from '../../exchange/request.js';
import type { Handler } from '../call.js';
import { notFound } from './answers.js';
import { countDownload } from './downloads.js';
import { findModule, findVersion } from './module.js';
import { latestVersion } from './version-order.js';

/**
 * `<base_url>/:namespace/:name/:provider/:version/download`: 204, with the archive's address relative to the URL
 * called (registry API §4 rule 3), so that it lies below each version and keeps host and session. Real clients read
 * nothing but `X-Terraform-Get`. A GET counts as a download, a HEAD does not.
 */
export const downloadVersion: Handler = (call) => {
  const module = findVersion(call);
  if (!module) return notFound();
  if (call.request.method === 'GET') call.world.put(countDownload(module, call.now));
  const location = archiveOf(call.request);
  return { status: 204, headers: { 'x-registry-get': location, 'x-terraform-get': location }, body: null };
};

/** Real clients fetch the archive without the token by which they chose their session. */
function archiveOf({ path, base: { prefix, home = prefix } }: WireRequest): string {
  if (home !== prefix) return home + path.replace(/[^/]+\/?$/, 'archive.tar.gz');
  return path.endsWith('/') ? '../archive.tar.gz' : './archive.tar.gz';
}

/** `<base_url>/:namespace/:name/:provider/download`: a redirect to the latest version's download (registry API §4). */
export const downloadLatest: Handler = (call) => {
  const module = findModule(call);
  if (!module) return notFound();
  const { namespace, name, provider, versions } = module.attributes;
  const place = [namespace, name, provider, latestVersion(versions)].map(encodeURIComponent).join('/');
  const { prefix, home = prefix } = call.request.base;
  const location = `${home}/v1/modules/${place}/download`;
  return {
    status: 302,
    headers: { location, 'content-type': 'text/html; charset=utf-8' },
    body: `<a href="${escapeHtml(location)}">Found</a>.\n\n`,
  };
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
