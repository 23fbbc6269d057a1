/** What a module's directory holds, for the edges that read it. */
export type { ModuleContent, ModulePart } from '../emulator/call.js';
