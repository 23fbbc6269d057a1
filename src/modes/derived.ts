import { whyNotDerived } from '../session/derive/why-not.js';
import { leadBack } from '../session/derive/lead-back.js';
import { emulate } from './emulator.js';
import type { Answer, Turn } from './turn.js';

/**
 * What was never recorded, answered by the emulator over the world that the recordings have shown. What no recording
 * shows is passed on: the backend may well have it. So is what was recorded but is not to be had now.
 */
export function askDerived(turn: Turn): Answer | undefined {
  const { session, request, route, miss } = turn;
  const view = session.derivedView;
  if (!view || !route || (miss && miss.why !== 'unknown')) return undefined;
  const scene = view.at(session.cursor.epoch);
  turn.underivable = whyNotDerived(scene, request, route);
  if (turn.underivable !== undefined) return undefined;
  const decision = emulate(turn, route, scene);
  if (decision.kind === 'need') return undefined;
  return { ...decision, source: 'derived', response: leadBack(decision.response, request.base) };
}
