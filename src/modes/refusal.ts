import { errorResponse } from '../api/errors.js';
import { apiOfPath, methodsAt } from '../api/route.js';
import type { Answer, Turn } from './turn.js';

/** The header by which a refusal is told from anything a backend says. */
export const refusalHeader = 'restage-refusal';

/** restage itself has no answer. Says so with 501 in the error shape of the API that the path belongs to. */
export function refuse(turn: Turn, why = whyNothing(turn), near?: Answer['near']): Answer {
  const api = apiOfPath(turn.request.path) ?? 'registry';
  return {
    kind: 'answer',
    source: 'refused',
    why,
    ...(near === undefined ? {} : { near }),
    response: errorResponse(
      api,
      { status: 501, title: 'restage has no answer', detail: why },
      { [refusalHeader]: refusalCode(turn) },
    ),
  };
}

function refusalCode(turn: Turn): string {
  return turn.route ? 'no-answer' : 'no-operation';
}

function whyNothing({ request, route, session }: Turn): string {
  const asked = `${request.method} ${request.path.slice(0, 200)}`;
  if (route) return `restage has no answer for ${asked} in mode ${session.mode}`;
  const methods = methodsAt(request.path);
  if (methods.length > 0) return `restage knows this path only with ${methods.join(', ')}, not ${asked}`;
  return `${asked} belongs to neither of the two APIs that restage stands in for (/api/v2/…, /v1/modules/…, /v2/modules/…, /.well-known/terraform.json)`;
}
