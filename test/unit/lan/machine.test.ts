import { isIP } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { thisMachine } from '../../../server/lan/machine.ts';

afterEach(() => vi.unstubAllEnvs());

it('has addresses that another machine could type, and no loopback or link-local one', () => {
  for (const address of thisMachine.addresses()) {
    expect(isIP(address), address).not.toBe(0);
    expect(address).not.toMatch(/^(?:127\.|::1$|fe80:|169\.254\.)/);
  }
});

it.each([
  ['loopback', false],
  ['local', true],
  ['any', true],
  [undefined, true],
])('can be reached by others where the service may speak to %s: %s', (network, reachable) => {
  vi.stubEnv('CUSTOS_SERVICE_NETWORK', network);
  expect(thisMachine.isReachable()).toBe(reachable);
});
