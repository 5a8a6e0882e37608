import { expect } from 'vitest';
import { type Call, untilResult } from '../caller.ts';
import type { Play, Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { COMPANIES_PATH, createKeys, createWholeCompany, PEOPLE_PATH, person } from './records.ts';

/** The outcome of a verification: its state, its reasons, and the steps that have a result. */
function outcomeOf(world: World, id: string): unknown {
  return {
    status: world.value('SELECT status FROM verifications WHERE id = ?', id),
    reasons: world.rows('SELECT code FROM verification_reasons WHERE verification_id = ? ORDER BY code', id),
    steps: world.rows('SELECT step FROM step_results WHERE verification_id = ? ORDER BY step', id),
    job: world.rows('SELECT state FROM jobs WHERE verification_id = ?', id),
    events: world.rows('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq', id),
  };
}

/** A verification that is killed during its work ends exactly like one that is not. */
function playSteps(world: World, create: (call: Call, at: number) => Promise<{ id: string; self: string }>): Play {
  const records = new Map<number, { id: string; self: string }>();
  let first: unknown;
  const recordOf = (at: number): { id: string; self: string } => {
    const record = records.get(at);
    if (record === undefined) throw new Error('it is created before it is worked on');
    return record;
  };
  return {
    async open() {
      const record = await create(world.call, -1);
      await world.settle();
      first = outcomeOf(world, record.id);
    },
    before: async (call, at) => void records.set(at, await create(call, at)),
    operate: async (call, at) => void (await untilResult(call, recordOf(at).self)),
    async check(at) {
      await world.settle();
      expect(outcomeOf(world, recordOf(at).id)).toEqual(first);
      expect(world.server.appliance.queue.counts()).toMatchObject({ queued: 0, running: 0, dead: 0 });
    },
  };
}

const createOne = (): ((call: Call, at: number) => Promise<{ id: string; self: string }>) => {
  const keyOf = createKeys();
  return async (call, at) => {
    const { id } = await call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, 'create') });
    return { id, self: `${PEOPLE_PATH}/${id}` };
  };
};

export const stepsOfPerson: Scenario = {
  name: 'steps of a person',
  kills: { share: 1, whole: 16 },
  momentsMin: 20,
  works: true,
  begin: (world) => playSteps(world, createOne()),
};

export const stepsOfCompany: Scenario = {
  name: 'steps of a company',
  kills: { share: 1, whole: 15 },
  momentsMin: 20,
  works: true,
  begin(world) {
    const keyOf = createKeys();
    return playSteps(world, async (call, at) => {
      const { id } = await createWholeCompany(call, (name) => keyOf(at, name));
      return { id, self: `${COMPANIES_PATH}/${id}` };
    });
  },
};

/** The end of a person's verification: kills hit its last moments. */
export const conclude: Scenario = {
  name: 'conclude',
  kills: { share: 1, whole: 14 },
  momentsMin: 20,
  last: 10,
  works: true,
  begin: (world) => playSteps(world, createOne()),
};
