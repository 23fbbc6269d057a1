import type { Session } from '../session/session.js';
import { askEmulator } from './emulator.js';
import { askFixtures } from './fixtures.js';
import { askLimits } from './limits.js';
import { askSteps } from './steps.js';
import type { Source } from './turn.js';
import { askUpstream } from './upstream.js';

/** A mode is a name for the order in which sources are asked. The refusal always comes last. */
const order: Record<Session['otherwise'], readonly Source[]> = {
  serve: [askLimits, askSteps, askEmulator],
  record: [askLimits, askSteps, askFixtures, askUpstream],
  replay: [askLimits, askSteps, askFixtures],
  passthrough: [askLimits, askSteps, askUpstream],
  refuse: [askLimits, askSteps],
};

/** The sources that a session asks, in order. */
export function sourcesOf(session: Session): readonly Source[] {
  return order[session.otherwise];
}
