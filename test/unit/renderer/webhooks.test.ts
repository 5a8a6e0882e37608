import { describe, expect, it } from 'vitest';
import { TEST_KIND, WEBHOOK_KINDS } from '../../../server/webhooks/kinds.ts';
import { DELIVERY_STATES as APPLIANCE_STATES } from '../../../server/webhooks/types.ts';
import { consoleGlobals } from '../../support/console-globals.ts';

await consoleGlobals();
const { DELIVERY_STATES, indented, KIND_GROUPS, refreshInMs } = await import(
  '../../../renderer/pages/webhooks/delivery.ts'
);

describe('the kinds of events to choose from', () => {
  it('are all that the appliance sends of itself', () => {
    const chosen = KIND_GROUPS.flatMap(({ kinds }): string[] => [...kinds]);
    expect(chosen.toSorted()).toEqual(WEBHOOK_KINDS.filter((kind) => kind !== TEST_KIND).toSorted());
  });
});

describe('the states of deliveries to filter by', () => {
  it('are those of the appliance', () => expect(DELIVERY_STATES).toEqual(APPLIANCE_STATES));
});

describe('when deliveries are asked for again', () => {
  const NOW = Date.parse('2026-06-15T12:00:00Z');
  const due = (inMs: number) => ({ next_attempt_at: new Date(NOW + inMs).toISOString() });

  it('is never, where nothing is tried again', () => expect(refreshInMs([{ next_attempt_at: null }], NOW)).toBeNull());

  it('is when the first of them is due', () => {
    expect(refreshInMs([due(40_000), { next_attempt_at: null }, due(5_000)], NOW)).toBe(5_000);
  });

  it('is not at once, and not hours from now', () => {
    expect(refreshInMs([due(-3_000)], NOW)).toBe(1_500);
    expect(refreshInMs([due(24 * 3_600_000)], NOW)).toBe(60_000);
  });
});

describe('a body', () => {
  it('is indented where it is JSON, else shown as it is', () => {
    expect(indented('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(indented('{"a":')).toBe('{"a":');
    expect(indented('')).toBe('');
  });
});
