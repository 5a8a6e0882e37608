import type { MrzEngine } from '../ports.ts';
import type { Backends } from '../runtime/backends.ts';
import type { Backend } from '../runtime/nets.ts';
import { ownedRaster } from '../runtime/owned.ts';
import { besideModule } from '../threads/beside.ts';
import { isZoneAnswer } from './answer.ts';

/** The script for the pools of the zone reader. */
export const MRZ_WORKER = besideModule(import.meta.url, 'worker');
/** What its net can be computed by: it is so small that a graphics processor would only wait for it. */
export const MRZ_BACKENDS: readonly Backend[] = ['native', 'wasm'];

/** The machine-readable zone of a picture, in the workers of `backends`, each call within `timeoutMs`. */
export function createMrzEngine(backends: Pick<Backends, 'call'>, timeoutMs: number): MrzEngine {
  return {
    read: (image) =>
      backends.call({
        operation: 'read',
        timeoutMs,
        isAnswer: isZoneAnswer(image),
        input: () => ownedRaster(image),
      }),
  };
}
