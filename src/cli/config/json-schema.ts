import { z } from 'zod';
import { configFile } from './schema.js';

/** The JSON Schema (draft 7, which editors know best) of `restage.yaml`. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configFile, { target: 'draft-7', io: 'input' });
}
