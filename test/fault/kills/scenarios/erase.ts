import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { Play, Scenario } from '../scenario.ts';
import { tracesOf } from '../traces.ts';
import type { World } from '../world.ts';
import { createKeys, createWholeCompany, PEOPLE_PATH, person } from './records.ts';

const FACES = { CUSTOS_DUPLICATE_FACES: 'on' };
/** The number of records in one purge. */
const DUE = 3;
/** Longer ago than the default retention. */
const LONG_AGO_MS = Date.parse('2001-01-01T00:00:00Z');

/** No file, row or key of an erased record remains; the rest only records the erasure. */
function expectNoTrace(world: World, id: string): void {
  const { keys, config, vault } = world.server.appliance;
  expect(world.value('SELECT erasure FROM verifications WHERE id = ?', id)).toBe('erased');
  expect(tracesOf(world.server.appliance.db, id), `rows of ${id}`).toEqual([]);
  const inFigures = world.rows('SELECT reasons, review_reason, changed FROM figures WHERE verification_id = ?', id);
  expect(inFigures, 'the figures keep no reason').toEqual([[null, null, null]]);
  expect([keys.dataKeyIds().includes(id), keys.faceKeyIds().includes(id)]).toEqual([false, false]);
  expect(existsSync(`${config.dataDir}/files/${id}`)).toBe(false);
  expect(() => vault.openJson(id, 'verifications.submission', Buffer.alloc(64))).toThrow();
  const audited = world.value("SELECT count(*) FROM audit WHERE subject_id = ? AND action LIKE '%erased'", id);
  expect(audited, `${id} is erased once`).toBe(1);
}

export const eraseOne: Scenario = {
  name: 'erase one',
  kills: { share: 1, whole: 14 },
  momentsMin: 10,
  settings: FACES,
  begin(world): Play {
    const keyOf = createKeys();
    let id = '';
    return {
      async prepare(at) {
        ({ id } = await world.call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, 'create') }));
        await world.settle();
      },
      operate: async (call) => void (await call(`${PEOPLE_PATH}/${id}`, { method: 'DELETE' })),
      async check(_at, answered) {
        const erasure = world.value('SELECT erasure FROM verifications WHERE id = ?', id);
        expect(erasure, 'what was begun is finished by the start').toMatch(answered ? /^erased$/ : /^(none|erased)$/);
        const kept = erasure === 'none';
        expect(world.server.appliance.keys.faceKeyIds().includes(id)).toBe(kept);
        await world.call(`${PEOPLE_PATH}/${id}`, { method: 'DELETE', or: 404 });
        expectNoTrace(world, id);
        await world.call(`${PEOPLE_PATH}/${id}/erasure`);
      },
    };
  },
};

export const purge: Scenario = {
  name: 'retention purge',
  kills: { share: 0, whole: 12 },
  momentsMin: 30,
  settings: FACES,
  begin(world): Play {
    const keyOf = createKeys();
    let due: string[] = [];
    let kept = '';
    const purgeNow = { body: { dry_run: false } };
    const submit = async (call: typeof world.call, at: number, name: string): Promise<string> =>
      (await call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, name) })).id;
    return {
      async prepare(at) {
        due = [];
        for (let i = 0; i < DUE; i++) due.push(await submit(world.call, at, `due ${i}`));
        kept = await submit(world.call, at, 'kept');
        const company = await createWholeCompany(world.call, (name) => keyOf(at, name));
        await world.settle();
        due.push(company.id);
        const age = world.server.appliance.db.prepare('UPDATE verifications SET ended_at = ?, status = ? WHERE id = ?');
        for (const id of due) {
          const status = world.value('SELECT status FROM verifications WHERE id = ?', id);
          if (status === 'completed' || status === 'failed') age.run(LONG_AGO_MS, status, id);
        }
        due = world
          .rows('SELECT id FROM verifications WHERE ended_at = ? AND erasure = ?', LONG_AGO_MS, 'none')
          .flat() as string[];
        expect(due.length).toBeGreaterThanOrEqual(DUE);
      },
      operate: async (call) => void (await call('/v1/retention/purge', purgeNow)),
      async check(_at, answered) {
        if (answered) for (const id of due) expectNoTrace(world, id);
        await world.call('/v1/retention/purge', purgeNow);
        for (const id of due) expectNoTrace(world, id);
        expect(world.value('SELECT erasure FROM verifications WHERE id = ?', kept)).toBe('none');
        await world.call(`${PEOPLE_PATH}/${kept}`);
      },
    };
  },
};
