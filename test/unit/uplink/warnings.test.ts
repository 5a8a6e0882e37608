import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../server/lib/limits.ts';
import type { UplinkState } from '../../../server/uplink/types.ts';
import { uplinkWarnings } from '../../../server/uplink/warnings.ts';

const NOW_MS = Date.UTC(2026, 0, 15, 12);
const WELL: UplinkState = {
  state: 'active',
  stopped: null,
  hub: { name: 'Headquarters', addresses: [], signingKey: '', caSha256: '' },
  name: 'North',
  branch: 'brn_01j0000000e00800000000000z',
  level: 1,
  line: null,
  entries: 9,
  confirmed: 7,
  waiting: 2,
  waitingBytes: 0,
  oldestWaitingMs: NOW_MS - 1000,
  receivedAtMs: NOW_MS,
  contactedAtMs: NOW_MS,
  error: null,
  failingSinceMs: null,
  retryAtMs: null,
  certificateUntilMs: NOW_MS,
  directives: [],
};

const codesOf = (change: Partial<UplinkState>) =>
  uplinkWarnings({ ...WELL, ...change }, NOW_MS).map(({ code, message }) => {
    expect(message).toMatch(/^[A-Z].*\.$/);
    return code;
  });

describe('warnings about the hub', () => {
  it('are none while it is only away for a while', () => {
    expect(codesOf({})).toEqual([]);
    expect(codesOf({ error: 'connection_refused', failingSinceMs: NOW_MS })).toEqual([]);
    expect(codesOf({ oldestWaitingMs: null })).toEqual([]);
  });

  it('say that entries have waited for a day', () => {
    expect(codesOf({ oldestWaitingMs: NOW_MS - LIMITS.uplinkLagMsMax })).toEqual(['hub_lag']);
  });

  it.each(['refused', 'restored', 'line_behind', 'entries_missing'] as const)('say what to do: %s', (stopped) => {
    expect(codesOf({ state: 'stopped', stopped })).toEqual(['hub_stopped']);
  });

  it.each(['quarantined', 'line_forked', 'revoked', 'unknown_branch', 'unauthorized', 'clock_wrong'] as const)(
    'name whom to ask: %s',
    (error) => {
      expect(codesOf({ error, failingSinceMs: NOW_MS })).toEqual(['hub_refuses']);
    },
  );
});
