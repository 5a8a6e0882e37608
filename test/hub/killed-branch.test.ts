import { expect, test } from 'vitest';
import type { PostgresProgram } from '../../server/hub/db/local-postgres.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { must } from '../../server/lib/assert.ts';
import { runScenario } from '../fault/kills/run.ts';
import type { Scenario } from '../fault/kills/scenario.ts';
import { createKeys, PEOPLE_PATH, person } from '../fault/kills/scenarios/records.ts';
import { testClock } from '../support/clock.ts';
import { describeHub } from '../support/hub/database.ts';
import { contact, type ListeningHub, listeningHub } from '../support/hub/joined.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { testSeed } from '../support/random.ts';

const CONTACT = '/v1/system/hub/contact';
const KILLS = 20;

/** An appliance reports to a hub, which keeps running: it sends what waits, takes receipts, erases, and sends that. */
const reporting = (program: PostgresProgram): Scenario => ({
  name: 'report to a hub',
  kills: { share: 2, whole: KILLS },
  momentsMin: 20,
  begin(world) {
    const keyOf = createKeys();
    let hub: ListeningHub | undefined;
    let branch = '';
    let id = '';
    return {
      async open() {
        // The child has the real clock.
        hub = await listeningHub(program, testClock(Date.now()));
        const { uplink } = world.server.appliance;
        uplink.join({ invite: await hub.invite(), name: 'North', level: 1 }, 'test');
        expect(await uplink.contact()).toBeNull();
        branch = await hub.approve();
        await contact(world.server);
      },
      async prepare(at) {
        ({ id } = await world.call<{ id: string }>(PEOPLE_PATH, { body: person(), key: keyOf(at, 'create') }));
        await world.settle();
      },
      async operate(call) {
        expect(await call(CONTACT, { method: 'POST' })).toMatchObject({ error: null });
        await call(`${PEOPLE_PATH}/${id}`, { method: 'DELETE' });
        expect(await call(CONTACT, { method: 'POST' })).toMatchObject({ error: null });
      },
      async check() {
        await world.settle();
        await contact(world.server);
        const { entries, confirmed, line, state } = world.server.appliance.uplink.state();
        expect([state, confirmed]).toEqual(['active', entries]);
        const { pool } = must(hub, 'it was started').hub;
        const seen = await transact(pool, [branch], async (tx) => {
          const { rows } = await tx.query(
            `SELECT b.state, b.line, l.last, (SELECT count(*) FROM entries) AS count, (SELECT count(*) FROM proofs) AS proofs
             FROM branches b JOIN lines l ON l.branch = b.id`,
          );
          const { rows: records } = await tx.query<{ id: string; state: string }>(
            'SELECT id, state FROM records ORDER BY id',
          );
          return { rows, records: records.map((record) => [record.id, record.state]) };
        });
        expect(seen.rows).toEqual([{ state: 'active', line, last: entries, count: entries, proofs: 0 }]);
        const own = world.rows("SELECT id, status FROM verifications WHERE erasure = 'none' ORDER BY id");
        expect(seen.records).toEqual(own);
      },
      async close() {
        await hub?.[Symbol.asyncDispose]();
      },
    };
  },
});

describeHub('a branch that is killed at any moment of its reports', (program) => {
  test('loses nothing, and the hub has everything once', inWholeRunAlone('60 s'), async () => {
    const seed = testSeed();
    console.log(`seed ${seed}`);
    const row = await runScenario(reporting(program), { seed, isWhole: true, traces: false });
    console.log(
      `${row.inside} of ${row.kills} kills before the answer, ${row.moments} moments, ${row.restarts} restarts`,
    );
    // A kill after the end proves nothing.
    expect(row.inside).toBeGreaterThan(row.kills / 3);
  });
});
