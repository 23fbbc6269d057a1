import { memoryStore } from '../../src/edges/memory-store.js';
import { storeCases } from './session-store.cases.js';

storeCases(async () => memoryStore());
