import { EngineError, type Engines } from '../../../models/ports.ts';
import { fakeEngines } from '../../support/fake-engines.ts';
import { armedVariant, type Failing, strikes } from './gate.ts';

const WAYS = ['once', 'on'] as const;

/** How a call of an engine fails. The last one breaks the ports' promise. */
export const ENGINE_FAILURES: readonly (Failing & { error(): Error })[] = [
  { code: 'timeout', ways: WAYS, error: () => new EngineError('timeout', 'as the test asked for') },
  { code: 'crashed', ways: WAYS, error: () => new EngineError('crashed', 'as the test asked for') },
  { code: 'unavailable', ways: WAYS, error: () => new EngineError('unavailable', 'as the test asked for') },
  { code: 'bad_input', ways: WAYS, error: () => new EngineError('bad_input', 'as the test asked for') },
  { code: 'another error', ways: WAYS, error: () => new TypeError('as the test asked for') },
];

/** Fake engines whose calls ask the gate. */
export function strikingEngines(): Engines {
  return fakeEngines({
    before() {
      const failing = ENGINE_FAILURES[armedVariant('engine')];
      if (failing && strikes('engine')) throw failing.error();
    },
  });
}
