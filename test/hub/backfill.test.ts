import { expect, it } from 'vitest';
import { transact } from '../../server/hub/db/transact.ts';
import type { Hub } from '../../server/hub/open.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { send, verify } from '../integration/drive.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { describeHub } from '../support/hub/database.ts';
import { contact, joinedAppliance, listeningHub } from '../support/hub/joined.ts';
import { storeManyRecords } from '../support/many-records.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const records = async (hub: Hub): Promise<string[][]> => {
  const { rows } = await transact(hub.pool, 'all', (tx) =>
    tx.query<{ id: string; state: string }>('SELECT id, state FROM records ORDER BY id'),
  );
  return rows.map(({ id, state }) => [id, state]);
};

/** What the appliance has itself and should report. */
const own = ({ appliance }: TestServer): unknown[] =>
  appliance.db
    .prepare("SELECT id, status FROM verifications WHERE livemode = 1 AND erasure = 'none' ORDER BY id")
    .raw()
    .all();

const reported = ({ appliance }: TestServer): unknown =>
  appliance.db.prepare("SELECT count(*) FROM uplink_entries WHERE kind = 'record'").pluck().get();

async function tick({ appliance: { uplink } }: TestServer): Promise<void> {
  uplink.tick();
  await uplink.settle();
  // The next tick looks again only after this one has ended.
  await new Promise(setImmediate);
}

describeHub('records from before level 1', (program) => {
  it('are reported when it is switched on, but neither erased ones nor test data, and end with level 0', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub, { level: 0 });
    const { server } = joined;
    const { uplink } = server.appliance;
    const { id } = await verify(server, { applicant: ANNA, files: cardAndSelfie() });
    const { id: gone } = await verify(server, { applicant: ANNA, files: cardAndSelfie() });
    await send(server, `/v1/verifications/${gone}`, { method: 'DELETE' });
    await verify(server, { applicant: ANNA, files: cardAndSelfie() }, server.makeKey({ livemode: false }));
    await tick(server);
    await contact(server);
    expect(await records(hub.hub)).toEqual([]);
    uplink.setLevel(1, 'test');
    uplink.setLevel(0, 'test');
    await tick(server);
    expect(reported(server)).toBe(0);
    uplink.setLevel(1, 'test');
    await tick(server);
    await contact(server);
    expect(await records(hub.hub)).toEqual(own(server));
    expect(own(server)).toEqual([[id, expect.any(String)]]);
    // What changes at level 0 is caught up with.
    uplink.setLevel(0, 'test');
    await send(server, `/v1/verifications/${id}`, { method: 'DELETE' });
    await contact(server);
    expect(await records(hub.hub)).toEqual([]);
  });

  it('are all reported again on a new line if the hub lacks what is gone here, and not after a restore', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server } = joined;
    const { uplink, db } = server.appliance;
    await verify(server, { applicant: ANNA, files: cardAndSelfie() });
    await tick(server);
    await contact(server);
    for (const [stopped, expected] of [
      ['restored', 0],
      ['entries_missing', 1],
    ] as const) {
      db.prepare('UPDATE uplink SET stopped = ?').run(stopped);
      uplink.openLine('test');
      await tick(server);
      await contact(server);
      const { line } = uplink.state();
      const count = db
        .prepare("SELECT count(*) FROM uplink_entries WHERE kind = 'record' AND line = ?")
        .pluck()
        .get(line);
      expect([stopped, count]).toEqual([stopped, expected]);
    }
  });

  it('are reported some at a time, from where it came after a restart, each once', async () => {
    await using hub = await listeningHub(program);
    using folder = tempFolder();
    const first = await startTestServer({ clock: hub.clock, folder: folder.path, list: false, start: false });
    const count = 2 * LIMITS.uplinkBackfillAtOnce + 50;
    storeManyRecords(first.appliance, { count });
    first.appliance.uplink.join({ invite: await hub.invite(), name: 'North', level: 1 }, 'test');
    await first.appliance.uplink.contact();
    await hub.approve();
    await contact(first);
    await tick(first);
    expect(reported(first)).toBe(LIMITS.uplinkBackfillAtOnce);
    await first.stop();

    const server = await startTestServer({ clock: hub.clock, folder: folder.path, list: false, start: false });
    // Made-up records have no jobs, which a check of the data at the end would report.
    await using _server = { [Symbol.asyncDispose]: () => server.stop() };
    for (let at = 0; at < 5; at++) await tick(server);
    expect(reported(server)).toBe(count);
    await contact(server);
    expect(await records(hub.hub)).toEqual(own(server));
  });
});
