import { expect, it, vi } from 'vitest';
import { createAudit } from '../../../server/audit/log.ts';
import { openClockTrust } from '../../../server/clock/trust.ts';
import { transact } from '../../../server/db/transact.ts';
import { LIMITS } from '../../../server/lib/limits.ts';
import { createLogger } from '../../../server/lib/log.ts';
import { memoryDatabase } from '../../support/database.ts';
import { memoryKeys } from '../../support/keys.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

/** A machine with a settable clock, on which an appliance can be started and stopped. */
function machine() {
  const db = memoryDatabase();
  const keys = memoryKeys();
  let nowMs = Date.UTC(2026, 0, 15, 12);
  let uptimeMs = 1_000;
  const clock = { now: () => nowMs, uptimeMs: () => uptimeMs };
  const audit = createAudit({ db, keys, clock });
  const log = createLogger(clock, () => {});
  return {
    db,
    audit,
    start: () => openClockTrust({ db, keyDb: keys.db, clock, audit, log }),
    pass(ms: number) {
      nowMs += ms;
      uptimeMs += ms;
    },
    set(ms: number) {
      nowMs += ms;
    },
    /** The machine is off during this time. */
    off(ms: number) {
      nowMs += ms;
      uptimeMs = 1_000;
    },
    now: clock.now,
    actions: () => db.prepare('SELECT action FROM audit ORDER BY seq').pluck().all(),
  };
}

it('a clock that goes as it should is trusted, and things are destroyed after a day of running', () => {
  const here = machine();
  let trust = here.start();
  expect([trust.doubt(), trust.holdsBack()]).toEqual([null, 'fresh']);
  for (let day = 0; day < 3; day++) {
    here.pass(8 * HOUR_MS);
    trust.stop();
    here.off(16 * HOUR_MS);
    trust = here.start();
  }
  expect([trust.doubt(), trust.holdsBack()]).toEqual([null, null]);
  expect(here.actions()).toEqual([]);
});

it('an appliance that was switched off for some weeks destroys nothing on its first day', () => {
  const here = machine();
  const before = here.start();
  here.pass(2 * DAY_MS);
  before.stop();
  here.off(LIMITS.clockOffMs + MINUTE_MS);
  const trust = here.start();
  expect([trust.doubt(), trust.holdsBack()]).toEqual([null, 'fresh']);
  here.pass(LIMITS.clockFreshMs - MINUTE_MS);
  expect(trust.holdsBack()).toBe('fresh');
  here.pass(MINUTE_MS);
  expect(trust.holdsBack()).toBeNull();
});

it.each([
  ['years ahead', 5.3 * YEAR_MS, 'ahead'],
  ['a little behind', -10 * MINUTE_MS, 'behind'],
  ['years behind', -20 * YEAR_MS, 'behind'],
])(
  'a start with a clock that is %s holds back, again after another start, until it is set right',
  (_name, ms, kind) => {
    const here = machine();
    const before = here.start();
    here.pass(2 * DAY_MS);
    before.stop();
    here.off(ms);
    const first = here.start();
    expect(first.doubt()?.kind).toBe(kind);
    here.pass(2 * DAY_MS);
    expect(first.holdsBack()).toBe('doubt');
    first.stop();
    here.off(HOUR_MS);
    const second = here.start();
    expect(second.holdsBack()).toBe('doubt');
    here.set(-ms);
    second.tick();
    expect([second.doubt(), second.holdsBack()]).toEqual([null, null]);
    expect(here.actions()).toEqual(['clock.doubted', 'clock.trusted']);
  },
);

it('a person who confirms it ends the doubt, for the next start too', () => {
  const here = machine();
  here.start().stop();
  here.off(YEAR_MS);
  const trust = here.start();
  expect(trust.holdsBack()).toBe('doubt');
  trust.confirm('opr_1');
  expect([trust.doubt(), trust.holdsBack()]).toEqual([null, null]);
  trust.stop();
  here.off(DAY_MS);
  expect(here.start().doubt()).toBeNull();
  expect(here.actions()).toEqual(['clock.doubted', 'clock.confirmed']);
});

it.each([
  ['ahead', 6 * MINUTE_MS],
  ['back', -6 * MINUTE_MS],
])('a clock that is set %s while the appliance runs is doubted and over a restart too', (_name, ms) => {
  const here = machine();
  const trust = here.start();
  here.pass(2 * DAY_MS);
  here.set(ms);
  expect([trust.holdsBack(), trust.doubt()?.kind]).toEqual(['doubt', 'jumped']);
  here.pass(DAY_MS);
  expect(trust.holdsBack()).toBe('doubt');
  trust.stop();
  here.off(HOUR_MS);
  const next = here.start();
  here.set(-ms);
  // The duration of the shutdown is unknown, so a person must confirm the time.
  expect([next.holdsBack(), next.doubt()?.kind]).toEqual(['doubt', 'jumped']);
  next.confirm('cli');
  expect(next.holdsBack()).toBeNull();
});

it('a clock that is set and set back again is trusted again', () => {
  const here = machine();
  const trust = here.start();
  here.pass(2 * DAY_MS);
  trust.tick();
  here.set(YEAR_MS);
  expect(trust.holdsBack()).toBe('doubt');
  here.pass(HOUR_MS);
  here.set(-YEAR_MS);
  expect(trust.holdsBack()).toBeNull();
});

it('small corrections and a machine that sleeps are no reason to doubt', () => {
  const here = machine();
  const trust = here.start();
  for (let i = 0; i < 50; i++) {
    here.pass(HOUR_MS);
    here.set(i % 2 === 0 ? 4 * MINUTE_MS : -4 * MINUTE_MS);
    expect(trust.holdsBack()).not.toBe('doubt');
  }
  here.pass(10 * HOUR_MS);
  expect(trust.holdsBack()).toBeNull();
});

it('what has ended stays ended when the clock is set back', () => {
  const here = machine();
  const trust = here.start();
  here.pass(DAY_MS);
  trust.tick();
  const then = here.now();
  here.set(-YEAR_MS);
  trust.tick();
  expect(trust.rights.now()).toBe(then);
  here.pass(HOUR_MS);
  trust.tick();
  expect(trust.rights.now()).toBe(then + HOUR_MS);
});

it('a folder of an older version is judged by the last of what it holds', () => {
  const here = machine();
  transact(here.db, () => here.audit.append({ actor: 'system', action: 'key.created' }));
  here.off(YEAR_MS);
  expect(here.start().doubt()?.kind).toBe('ahead');
});

it('a look that cannot be written down ends nothing', () => {
  const here = machine();
  const trust = here.start();
  vi.spyOn(here.audit, 'append').mockImplementation(() => {
    throw new Error('the disk is full');
  });
  here.set(YEAR_MS);
  expect(trust.tick).not.toThrow();
  expect(trust.holdsBack()).toBe('doubt');
});
