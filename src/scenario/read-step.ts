import { check } from './issues.js';
import { findUnsafe } from './plain-data.js';
import type { Read } from './read-scenario.js';
import { step as stepSchema } from './schema/step.js';
import { readStep } from './step-part.js';
import type { Step } from './step.js';
import { judgeTarget } from './whole-rules.js';

/**
 * Reads one step from plain data, as the control API takes it.
 * @param name what the step is called when it says no name of its own
 * @param forwarding whether requests outside both APIs are forwarded, and can therefore reach a step
 */
export function readOneStep(data: unknown, name: string, forwarding: boolean): Read<Step> {
  const unsafe = findUnsafe(data);
  if (unsafe.length > 0) return { ok: false, findings: unsafe };
  const checked = check(stepSchema, data);
  if ('findings' in checked) return { ok: false, findings: checked.findings };
  const outside = forwarding ? [] : judgeTarget(checked.value.on, ['on']);
  if (outside.length > 0) return { ok: false, findings: outside };
  return { ok: true, value: readStep(checked.value, name) };
}
