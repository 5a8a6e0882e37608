import { expect } from 'vitest';
import { fakeFile } from '../../../support/fake-engines.ts';
import { form } from '../../../support/form.ts';
import { type Call, untilResult } from '../caller.ts';
import type { Play, Scenario } from '../scenario.ts';
import type { World } from '../world.ts';
import { blurredPerson, createKeys, PEOPLE_PATH } from './records.ts';

const APPROVAL = { decision: 'approve', reason: 'quality_sufficient', note: 'It can be read.' };

interface Acts {
  keyOf(name: string): string;
  /** A different operator from the default one. */
  colleague: string;
}

interface Review {
  open?(): Promise<void>;
  /** All acts use their own keys, so they may be repeated. */
  act(call: Call, self: string, acts: Acts): Promise<void>;
  /** The states of the record, and the expected numbers of rows. */
  went: string[];
  counts: Record<string, number>;
}

/** Each turn uses a new record that needs review. */
function playReview(world: World, { open, act, went, counts }: Review): Play {
  const keyOf = createKeys();
  let id = '';
  let colleague = '';
  const actOn = (call: Call, at: number): Promise<void> =>
    act(call, `${PEOPLE_PATH}/${id}`, { keyOf: (name) => keyOf(at, name), colleague });
  return {
    async open() {
      colleague = world.server.makeKey({ label: 'a colleague' });
      await open?.();
    },
    async prepare(at) {
      ({ id } = await world.call<{ id: string }>(PEOPLE_PATH, { body: blurredPerson(), key: keyOf(at, 'create') }));
      await world.settle();
    },
    operate: actOn,
    async check(at) {
      await world.settle();
      // Answered requests get the same answer again; the others are carried out.
      await actOn(world.call, at);
      await world.settle();
      const events = world.rows('SELECT kind FROM events WHERE subject_id = ? ORDER BY seq', id).flat();
      expect(events).toEqual(went.map((state) => `verification.${state}`));
      for (const [table, count] of Object.entries(counts)) {
        expect(world.value(`SELECT count(*) FROM ${table} WHERE verification_id = ?`, id), table).toBe(count);
      }
    },
  };
}

export const decide: Scenario = {
  name: 'decide',
  kills: { share: 1, whole: 10 },
  momentsMin: 2,
  begin: (world) =>
    playReview(world, {
      act: async (call, self, { keyOf }) =>
        void (await call(`${self}/review`, { body: APPROVAL, key: keyOf('review') })),
      went: ['created', 'processing', 'needs_review', 'completed'],
      counts: { reviews: 1, former_attempts: 0, documents: 2 },
    }),
};

export const fourEyes: Scenario = {
  name: 'decide, four eyes',
  kills: { share: 0, whole: 10 },
  momentsMin: 4,
  begin: (world) =>
    playReview(world, {
      async open() {
        await world.call('/v1/policies', {
          body: { based_on: 1, note: 'Two people', changes: { 'review.four_eyes': true } },
        });
      },
      async act(call, self, { keyOf, colleague }) {
        await call(`${self}/review`, { body: APPROVAL, key: keyOf('review') });
        await call(`${self}/review`, { body: APPROVAL, key: keyOf('confirm'), as: colleague });
      },
      went: ['created', 'processing', 'needs_review', 'completed'],
      counts: { reviews: 2, former_attempts: 0 },
    }),
};

export const rerun: Scenario = {
  name: 'file and re-run',
  kills: { share: 0, whole: 12 },
  momentsMin: 30,
  works: true,
  begin: (world) =>
    playReview(world, {
      async act(call, self, { keyOf }) {
        const body = form({ files: [{ bytes: fakeFile({ lines: ['A LETTER'] }), type: 'other' }] });
        await call(`${self}/documents`, { body, key: keyOf('file') });
        await untilResult(call, self);
        await call(`${self}/rerun`, { body: {}, key: keyOf('rerun') });
        await untilResult(call, self);
      },
      went: ['created', ...Array(3).fill(['processing', 'needs_review']).flat()],
      counts: { reviews: 0, former_attempts: 2, documents: 3 },
    }),
};
