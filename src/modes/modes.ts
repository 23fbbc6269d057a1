import type { Session } from '../session/session.js';
import { askDerived } from './derived.js';
import { askEmulator } from './emulator.js';
import { askFixtures } from './fixtures.js';
import { askLimits } from './limits.js';
import { askSteps } from './steps.js';
import type { Decision, Source, Turn } from './turn.js';
import { askUpstream } from './upstream.js';

/** A mode is a name for the order in which sources are asked. The refusal always comes last. */
const order: Record<Session['otherwise'], readonly Source[]> = {
  serve: [askLimits, askSteps, askEmulator],
  record: [askLimits, askSteps, askFixtures, askUpstream],
  replay: [askLimits, askSteps, askFixtures],
  passthrough: [askLimits, askSteps, askUpstream],
  refuse: [askLimits, askSteps],
};

/** Over recordings, the emulator knows what they have shown, and what the scenario tells beside. */
const overRecordings: readonly Source[] = [askLimits, askSteps, askFixtures, askDerived, askStory];

/** The sources that a session asks, in order. */
export function sourcesOf(session: Session): readonly Source[] {
  return session.derives ? overRecordings : order[session.otherwise];
}

/** The emulated backend, where the scenario tells of one at all. */
function askStory(turn: Turn): Decision | undefined {
  return turn.session.otherwise === 'serve' && turn.session.hasStory ? askEmulator(turn) : undefined;
}
