import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type LocalPostgres, startPostgres } from '../../server/hub/db/local-postgres.ts';
import { migrateHub } from '../../server/hub/db/migrate.ts';
import { HUB_MIGRATIONS } from '../../server/hub/db/migrations/all.ts';
import { openPool } from '../../server/hub/db/pool.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { createInvite } from '../../server/hub/enrolment.ts';
import { runHub } from '../../server/hub/entry/run.ts';
import { takeParcel } from '../../server/hub/intake.ts';
import { openHub } from '../../server/hub/open.ts';
import { createIds } from '../../server/lib/ids.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { createLogger } from '../../server/lib/log.ts';
import { writeInvite } from '../../server/parcel/invite.ts';
import type { Signed } from '../../server/parcel/signed.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { ADMINISTRATOR, addRecord, enrolBranch, headOf, parcelOf, type TestBranch } from '../support/hub/branch.ts';
import { describeHub, SILENT } from '../support/hub/database.ts';
import { contact } from '../support/hub/joined.ts';
import { hubAdministrator, hubConfig } from '../support/hub/running.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer } from '../support/server.ts';

const KILLS = 8;
const PARCELS = 40;
const PARCEL_ENTRIES = 10;

interface Sender {
  branch: TestBranch;
  parcels: Buffer[];
  receipts: Map<number, Signed>;
}

describeHub('a PostgreSQL that is killed while parcels arrive', (program) => {
  test('keeps every parcel that has a receipt, and the hub goes on', inWholeRunAlone('10 s'), async () => {
    using folder = tempFolder();
    // PostgreSQL may run as another user, who must reach its own folder in this one.
    chmodSync(folder.path, 0o711);
    const begin = (): Promise<LocalPostgres> => startPostgres({ folder: join(folder.path, 'pg'), program });
    let server = await begin();
    const pool = openPool(server.url, SILENT);
    await migrateHub(pool, HUB_MIGRATIONS);
    const clock = testClock();
    const masterKey = randomBytes(32);
    const hub = await openHub({
      pool,
      keysFolder: join(folder.path, 'keys'),
      readMasterKey: () => masterKey,
      clock,
      newId: createIds(clock),
      log: SILENT,
    });
    const seed = testSeed();
    console.log(`seed ${seed}`);
    const random = seededRandom(seed);

    const senders: Sender[] = [];
    for (let at = 0; at < 3; at++) {
      const branch = await enrolBranch(hub, `Branch ${at}`);
      while (branch.entries.length < PARCELS * PARCEL_ENTRIES) addRecord(branch, `ver_${at}_${branch.entries.length}`);
      const parcels: Buffer[] = [];
      for (let first = 1; first < branch.entries.length; first += PARCEL_ENTRIES) {
        parcels.push(await parcelOf(branch, { first, last: first + PARCEL_ENTRIES - 1 }));
      }
      senders.push({ branch, parcels, receipts: new Map() });
    }
    let failures = 0;
    const sendAll = async ({ branch, parcels, receipts }: Sender): Promise<void> => {
      for (let at = 0; at < parcels.length; ) {
        try {
          receipts.set(at, await takeParcel(hub, parcels[at] as Buffer, { by: 'tls', branch: branch.id }));
          at++;
        } catch (error) {
          // The parcel is right, only its database is away.
          expect(error).toMatchObject({ code: 'database_unavailable' });
          failures++;
          await wait(20);
        }
      }
    };
    const sending = Promise.all(senders.map(sendAll));
    for (let kill = 0; kill < KILLS; kill++) {
      await wait(50 + random() * 250);
      server.signal('SIGKILL');
      await server.stop();
      server = await begin();
    }
    await sending;
    console.log(`${KILLS} kills, ${failures} attempts failed`);
    for (const { branch, parcels, receipts } of senders) {
      for (const [at, receipt] of receipts) {
        expect(await takeParcel(hub, parcels[at] as Buffer, { by: 'file' })).toEqual(receipt);
      }
      const { rows } = await transact(pool, [branch.id], (tx) =>
        tx.query<{ head: Buffer; count: number; counted: number }>(
          `SELECT l.head, (SELECT count(*) FROM entries) AS count, b.entries_count AS counted
           FROM branches b JOIN lines l ON l.branch = b.id`,
        ),
      );
      const count = branch.entries.length;
      expect(rows).toEqual([{ head: Buffer.from(headOf(branch.entries), 'hex'), count, counted: count }]);
    }
    await pool.end();
    await server.stop();
  });
});

describeHub('a hub whose PostgreSQL is away', (program) => {
  test('tells operators and branches to come again, says so once in its log, and goes on by itself', async () => {
    using folder = tempFolder();
    chmodSync(folder.path, 0o711);
    const begin = (): Promise<LocalPostgres> => startPostgres({ folder: join(folder.path, 'pg'), program });
    let server = await begin();
    const lines: string[] = [];
    const clock = testClock();
    const log = createLogger(clock, (line) => lines.push(line));
    await using _server = { [Symbol.asyncDispose]: () => server.stop() };
    const running = await runHub(hubConfig(join(folder.path, 'hub'), server.url), { clock, log });
    await using _running = { [Symbol.asyncDispose]: () => running.stop() };
    const { hub } = running;
    const administrator = await hubAdministrator(running);
    await using appliance = await startTestServer({ clock, list: false });
    const { uplink } = appliance.appliance;
    const site = { hub: 'Headquarters', addresses: running.addresses };
    const invite = await transact(hub.pool, 'all', (tx) =>
      createInvite(tx, hub, { actor: ADMINISTRATOR, name: 'North', site }),
    );
    uplink.join({ invite: writeInvite(invite), name: 'North', level: 1 }, 'test');
    expect(await uplink.contact()).toBeNull();
    const { body } = await administrator.ask('GET', 'enrolments');
    await administrator.ask('POST', `enrolments/${body.data[0].id}/approve`);
    await contact(appliance);

    await server.stop();
    for (const path of ['branches', 'records', 'session', 'audit/check']) {
      const away = await administrator.ask('GET', path);
      expect({ path, status: away.status, code: away.body.code }).toEqual({
        path,
        status: 503,
        code: 'database_unavailable',
      });
      expect(away.body.detail).toMatch(/cannot use its database now \(\w+\)\. Check that PostgreSQL is running/);
      expect(Number(away.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await administrator.ask('POST', 'invites', { name: 'South' })).status).toBe(503);
    expect(await uplink.contact()).toBe('database_unavailable');
    const { retryAtMs, state, error } = uplink.state();
    expect({ state, error }).toEqual({ state: 'active', error: 'database_unavailable' });
    expect((retryAtMs ?? 0) - clock.now()).toBeLessThanOrEqual(LIMITS.hubRetryAfterSecondsMax * 1000);
    expect(uplink.warnings()).toEqual([]);

    server = await begin();
    expect(await administrator.ask('GET', 'branches')).toMatchObject({
      status: 200,
      body: { data: [{ name: 'North' }] },
    });
    await contact(appliance);
    expect(uplink.state()).toMatchObject({ error: null, waiting: 0 });
    const said = lines.flatMap((line) => /hub_database_\w+/.exec(line) ?? []).map(String);
    expect(said).toEqual(['hub_database_away', 'hub_database_back']);
    expect(lines.filter((line) => line.includes('request.failed'))).toEqual([]);
  });
});
