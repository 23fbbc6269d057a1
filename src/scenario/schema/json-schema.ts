import { z } from 'zod';
import { scenarioFile } from './scenario.js';

/** The JSON Schema (draft 7, which editors know best) of a scenario file. */
export function scenarioJsonSchema(): object {
  return z.toJSONSchema(scenarioFile, { target: 'draft-7', io: 'input' });
}
