import type { Engines } from '../../../models/ports.ts';
import { fakeEngines } from '../fake-engines.ts';

/** The module that `fake-engines-hook.ts` gives the real entry for `models/engines.ts`. */
export function createEngines(): Engines {
  return fakeEngines();
}
