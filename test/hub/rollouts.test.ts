import { expect, test } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
import { directivesAfter, issueDirective, rotateHubKeys } from '../../server/hub/directives.ts';
import type { Hub } from '../../server/hub/open.ts';
import { advanceRollouts, createRollout, startWave, stopRollout } from '../../server/hub/rollouts.ts';
import { readDirective, workOf } from '../../server/parcel/directive.ts';
import { ADMINISTRATOR, addEntry, addHealth, enrolBranch, sendAll, type TestBranch } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { testHub } from '../support/hub/hub.ts';

const ORDER = { kind: 'policy', body: { note: 'Stricter', changes: { face_match_min: 0.5 } } } as const;
const HOUR_MS = 3600 * 1000;

const inTx = <T>(hub: Hub, work: Parameters<typeof transact<T>>[2]): Promise<T> => transact(hub.pool, 'all', work);

const given = async (hub: Hub, { id, hubKeys }: TestBranch) =>
  (await inTx(hub, (tx) => directivesAfter(tx, id, 0))).map((signed) => readDirective(signed, hubKeys));

/** Answers the newest directive, and reports health. */
async function report(
  hub: Hub,
  branch: TestBranch,
  outcome: 'done' | 'refused',
  warnings: string[] = [],
): Promise<void> {
  const { length } = await given(hub, branch);
  addEntry(branch, 'directive', null, { number: length, outcome, code: outcome === 'done' ? null : 'invalid_request' });
  addHealth(branch, warnings);
  await sendAll(hub, branch);
}

async function breathe(hub: Hub, branch: TestBranch, warnings: string[] = []): Promise<void> {
  addHealth(branch, warnings);
  await sendAll(hub, branch);
}

describeHub('directives', (program) => {
  test('have numbers without gaps, also when many are issued at once; the answer is kept', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    const issue = () =>
      inTx(hub, (tx) => issueDirective(tx, hub, { actor: ADMINISTRATOR, branch: branch.id, order: ORDER }));
    const numbers = await Promise.all(Array.from({ length: 25 }, issue));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, at) => at + 1));
    const directives = await given(hub, branch);
    expect(directives.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
    const [first] = directives;
    expect(first && workOf(first)).toEqual(ORDER);
    addEntry(branch, 'directive', null, { number: 1, outcome: 'refused', code: 'invalid_request' });
    await sendAll(hub, branch);
    const { rows } = await inTx(hub, (tx) =>
      tx.query('SELECT number, outcome, code FROM directives WHERE outcome IS NOT NULL'),
    );
    expect(rows).toEqual([{ number: 1, outcome: 'refused', code: 'invalid_request' }]);
  });

  test('new keys of the hub travel under the former ones, until the branch uses the new', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const branch = await enrolBranch(hub);
    const former = branch.hubKeys;
    const id = await rotateHubKeys(hub, ADMINISTRATOR);
    const [directive] = await given(hub, branch);
    const work = directive && workOf(directive);
    if (work?.kind !== 'hub_key') throw new Error('the directive brings no keys');
    expect(work.body.hub_key_id).toBe(id);
    // A parcel for the former keys still gets in, and its receipt is signed by them.
    await sendAll(hub, branch);
    branch.hubKeys = work.body;
    await breathe(hub, branch);
    await inTx(hub, (tx) => issueDirective(tx, hub, { actor: ADMINISTRATOR, branch: branch.id, order: ORDER }));
    const [, second] = await inTx(hub, (tx) => directivesAfter(tx, branch.id, 0));
    expect(second && readDirective(second, branch.hubKeys).hub_key_id).toBe(id);
    expect(() => second && readDirective(second, former)).toThrow();
    expect((await rig.reopen()).keys.newest().keys.hub_key_id).toBe(id);
  });
});

describeHub('rollouts', (program) => {
  async function rolled(hub: Hub) {
    const branches = [await enrolBranch(hub, 'A'), await enrolBranch(hub, 'B'), await enrolBranch(hub, 'C')] as const;
    const [a, b, c] = branches;
    await breathe(hub, a, ['backup_old']);
    await breathe(hub, b);
    const rollout = await inTx(hub, (tx) =>
      createRollout(tx, hub, {
        actor: ADMINISTRATOR,
        name: 'Spring',
        order: ORDER,
        healthyMs: HOUR_MS,
        waves: [
          { starts: 'by_hand', branches: [a.id, b.id] },
          { starts: 'when_healthy', branches: [c.id] },
        ],
      }),
    );
    const start = (wave: number) => inTx(hub, (tx) => startWave(tx, hub, { actor: ADMINISTRATOR, rollout, wave }));
    return { a, b, c, rollout, start };
  }

  test('the next wave starts when all of the former are done and healthy for the named time', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const { a, b, c, start } = await rolled(hub);
    await expect(start(2)).rejects.toMatchObject({ code: 'state_conflict' });
    await start(1);
    await expect(start(1)).rejects.toMatchObject({ code: 'state_conflict' });
    await report(hub, a, 'done', ['backup_old']);
    clock.advance(2 * HOUR_MS);
    expect(await advanceRollouts(hub)).toBe(0);
    await report(hub, b, 'done');
    expect(await advanceRollouts(hub)).toBe(0);
    clock.advance(HOUR_MS);
    // No branch was heard of at the end of the time.
    expect(await advanceRollouts(hub)).toBe(0);
    // A warning that was there before does not count, a new one does.
    await breathe(hub, a, ['backup_old']);
    await breathe(hub, b, ['disk_low']);
    expect(await advanceRollouts(hub)).toBe(0);
    await breathe(hub, b);
    expect(await advanceRollouts(hub)).toBe(1);
    expect(await given(hub, c)).toHaveLength(1);
    expect(await advanceRollouts(hub)).toBe(0);
  });

  test('a refusal holds the next wave until a person starts it, and a stopped rollout starts nothing', async () => {
    await using rig = await testHub(program);
    const { hub, clock } = rig;
    const { a, b, rollout, start } = await rolled(hub);
    await start(1);
    await report(hub, a, 'done');
    await report(hub, b, 'refused');
    clock.advance(2 * HOUR_MS);
    for (const branch of [a, b]) await breathe(hub, branch);
    expect(await advanceRollouts(hub)).toBe(0);
    await inTx(hub, (tx) => stopRollout(tx, hub, { actor: ADMINISTRATOR, rollout }));
    await expect(start(2)).rejects.toMatchObject({ code: 'state_conflict' });
    await expect(inTx(hub, (tx) => stopRollout(tx, hub, { actor: ADMINISTRATOR, rollout }))).rejects.toMatchObject({
      code: 'state_conflict',
    });
  });

  test('a branch twice, an unknown branch, or no wave: refused', async () => {
    await using rig = await testHub(program);
    const { hub } = rig;
    const { id } = await enrolBranch(hub);
    const wave = (...branches: string[]) => ({ starts: 'by_hand', branches }) as const;
    for (const waves of [[], [wave()], [wave(id), wave(id)], [wave('brn_unknown')]]) {
      const create = inTx(hub, (tx) =>
        createRollout(tx, hub, { actor: ADMINISTRATOR, name: 'x', order: ORDER, healthyMs: 0, waves }),
      );
      await expect(create).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });
});
