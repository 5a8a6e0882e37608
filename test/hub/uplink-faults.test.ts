import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { restoreBackup } from '../../server/backup/restore.ts';
import { transact as transactLocal } from '../../server/db/transact.ts';
import { quarantineBranch, releaseBranch } from '../../server/hub/branches.ts';
import { takeCarried } from '../../server/hub/carried.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { must } from '../../server/lib/assert.ts';
import { atEnd } from '../../server/lib/at-end.ts';
import { createIds } from '../../server/lib/ids.ts';
import { openCarried } from '../../server/parcel/carried.ts';
import { connectToHub } from '../../server/uplink/client.ts';
import { appendEntry } from '../../server/uplink/entries.ts';
import { ContactFailure } from '../../server/uplink/failure.ts';
import { readSettings } from '../../server/uplink/store.ts';
import { send, verify } from '../integration/drive.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { ADMINISTRATOR } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { contact, joinedAppliance, listeningHub } from '../support/hub/joined.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const ANNAS = { applicant: ANNA, files: cardAndSelfie() };

/** Reports states of made-up records, as many verifications would. */
function report({ appliance }: TestServer, count: number, first = 0): void {
  const at = new Date(appliance.clock.now()).toISOString();
  transactLocal(appliance.db, () => {
    for (let i = 0; i < count; i++) {
      const content = {
        kind: 'kyc' as const,
        state: 'completed',
        decision: null,
        reasons: [],
        created_at: at,
        changed_at: at,
      };
      appendEntry(appliance, 'record', content, `ver_${first + i}`);
    }
  });
}

const parcelsIn = (server: TestServer): string[] => {
  const folder = join(server.appliance.config.dataDir, 'uplink');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.parcel')) : [];
};

describeHub('a branch', (program) => {
  it('keeps what waits within its limit while the hub is away for a week, and loses nothing', async () => {
    await using hub = await listeningHub(program);
    using folder = tempFolder();
    const options = { folder: folder.path, clock: hub.clock, uplink: { waitingBytesMax: 10_000 } };
    let { server } = await joinedAppliance(hub, options);
    await hub.listener.close(0);
    for (let hour = 0; hour < 7 * 24; hour++) {
      if (hour === 4 * 24) {
        await server[Symbol.asyncDispose]();
        server = await startTestServer(options);
      }
      report(server, 10, hour * 10);
      const { uplink } = server.appliance;
      if (hour % 24 === 0) expect(await uplink.contact()).toBe('connection_refused');
      uplink.tick();
      await uplink.settle();
      const { waitingBytes } = uplink.state();
      // It seals until the limit is reached; the last parcel may exceed it.
      expect(waitingBytes).toBeLessThan(10_000 + 40_000);
      expect(uplink.warnings().map(({ code }) => code)).toEqual(hour < 24 ? [] : ['hub_lag']);
      hub.clock.advance(3_600_000);
    }
    const { uplink } = server.appliance;
    const { waiting, waitingBytes, state } = uplink.state();
    expect(state).toBe('active');
    expect(waiting).toBeGreaterThanOrEqual(7 * 24 * 10);
    expect(waitingBytes).toBeGreaterThan(0);
    expect(parcelsIn(server).length).toBeLessThan(10);
    await hub.listenAgain();
    await contact(server);
    expect(parcelsIn(server)).toEqual([]);
    expect(uplink.warnings()).toEqual([]);
    const { rows } = await transact(hub.hub.pool, 'all', (tx) => tx.query('SELECT count(*) AS n FROM records'));
    expect(rows[0]).toMatchObject({ n: 7 * 24 * 10 });
    await server[Symbol.asyncDispose]();
  });

  it('takes an erased record out of a parcel that waits, and the hub never learns it', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server } = joined;
    const { uplink } = server.appliance;
    await hub.listener.close(0);
    const { id } = await verify(server, ANNAS);
    report(server, 98);
    uplink.tick();
    await uplink.settle();
    expect(parcelsIn(server)).toHaveLength(1);
    expect((await send(server, `/v1/verifications/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(parcelsIn(server)).toEqual([]);
    await hub.listenAgain();
    await contact(server);
    const { rows } = await transact(hub.hub.pool, 'all', (tx) =>
      tx.query('SELECT id FROM records WHERE id = $1', [id]),
    );
    expect(rows).toEqual([]);
    expect(uplink.state()).toMatchObject({ waiting: 0, error: null });
  });

  it('sends nothing after a restore until a new line is opened', async () => {
    await using hub = await listeningHub(program);
    using folder = tempFolder();
    using target = tempFolder();
    const joined = await joinedAppliance(hub, { folder: folder.path });
    const { server } = joined;
    const { appliance } = server;
    const { backups, config } = appliance;
    report(server, 3);
    await contact(server);
    const { path } = await backups.create({ to: target.path }, 'test');
    report(server, 5);
    await contact(server);
    await server.stop();
    const dataDir = join(folder.path, 'restored');
    const restored = await restoreBackup(
      {
        path,
        folder: dataDir,
        keysFrom: { kind: 'machine', dataDir: config.dataDir, masterKey: config.masterKey },
        keyFile: join(folder.path, 'other.key'),
      },
      { clock: hub.clock, newId: createIds(hub.clock) },
    );
    expect(restored.ok).toBe(true);
    await using again = await startTestServer({
      clock: hub.clock,
      folder: folder.path,
      config: { dataDir },
      list: false,
    });
    const { uplink } = again.appliance;
    expect(uplink.state()).toMatchObject({ state: 'stopped', stopped: 'restored' });
    expect(uplink.warnings()).toMatchObject([{ code: 'hub_stopped' }]);
    expect(await uplink.contact()).toBeNull();
    const { line } = uplink.state();
    uplink.openLine('test');
    await contact(again);
    expect(uplink.state()).toMatchObject({ state: 'active', error: null });
    expect(uplink.state().line).not.toBe(line);
  });

  it('stops by itself when an older copy of its data is in use', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server } = joined;
    const { uplink, db } = server.appliance;
    const before = db.prepare('SELECT * FROM uplink').get() as Record<string, unknown>;
    report(server, 5);
    await contact(server);
    db.prepare('UPDATE uplink SET last = @last, head = @head, confirmed = @confirmed').run(before);
    db.prepare('DELETE FROM uplink_entries WHERE seq > ?').run(before['last']);
    expect(await uplink.contact()).toBeNull();
    expect(uplink.state()).toMatchObject({ state: 'stopped', stopped: 'line_behind' });
    uplink.openLine('test');
    await contact(server);
    expect(uplink.state()).toMatchObject({ state: 'active', waiting: 0 });
  });

  it('sends again what a restored hub has lost', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server, branch } = joined;
    report(server, 5);
    await contact(server);
    const { confirmed } = server.appliance.uplink.state();
    await transact(hub.hub.pool, 'all', async (tx) => {
      await tx.query('DELETE FROM parcels WHERE branch = $1 AND first > 2', [branch]);
      await tx.query('DELETE FROM entries WHERE branch = $1 AND seq > 2', [branch]);
      const { rows } = await tx.query('SELECT head FROM parcels WHERE branch = $1 ORDER BY last DESC LIMIT 1', [
        branch,
      ]);
      const { rows: ends } = await tx.query('SELECT max(last) AS last FROM parcels WHERE branch = $1', [branch]);
      await tx.query('UPDATE lines SET last = $2, head = $3, receipts_through = 0 WHERE branch = $1', [
        branch,
        ends[0]?.last,
        rows[0]?.head,
      ]);
    });
    await contact(server);
    expect(server.appliance.uplink.state()).toMatchObject({ confirmed, waiting: 0, error: null });
  });

  it('carries a file to the hub with the same bytes, and leaves and joins again', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server, branch } = joined;
    const { uplink } = server.appliance;
    report(server, 150);
    {
      using file = await uplink.writeFile('test');
      using carried = await openCarried(file.path);
      const parcels: Buffer[] = [];
      for await (const parcel of carried.parcels()) parcels.push(parcel);
      expect(parcels).toEqual(
        parcelsIn(server)
          .sort()
          .map((name) => readFileSync(join(server.appliance.config.dataDir, 'uplink', name))),
      );
      await takeCarried(hub.hub, { actor: ADMINISTRATOR, path: file.path });
    }
    // The hub has them; TLS brings the receipts.
    await contact(server);
    expect(uplink.state()).toMatchObject({ waiting: 0, branch });
    uplink.leave('test');
    expect(uplink.state()).toMatchObject({ state: 'off', waiting: 0, branch: null });
    expect(await uplink.contact()).toBeNull();
    uplink.join({ invite: await hub.invite(), name: 'North', level: 0 }, 'test');
    await uplink.contact();
    expect(await hub.approve()).toBe(branch);
    await contact(server);
    expect(uplink.state()).toMatchObject({ state: 'active', branch, level: 0 });
  });

  it('in quarantine keeps what waits, and after its release the hub has everything once', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server, branch } = joined;
    const { uplink } = server.appliance;
    await transact(hub.hub.pool, 'all', (tx) => quarantineBranch(tx, hub.hub, { actor: 'test', branch }));
    report(server, 150);
    expect(await uplink.contact()).toBe('quarantined');
    using folder = tempFolder();
    const stick = join(folder.path, 'stick.zip');
    {
      using file = await uplink.writeFile('test');
      copyFileSync(file.path, stick);
    }
    const taken = await takeCarried(hub.hub, { actor: ADMINISTRATOR, path: stick });
    expect(taken).toMatchObject({ taken: 0, refused: { quarantined: 2 } });
    await transact(hub.hub.pool, 'all', (tx) => releaseBranch(tx, hub.hub, { actor: 'test', branch }, null));
    // The same stick once more, then TLS.
    expect(await takeCarried(hub.hub, { actor: ADMINISTRATOR, path: stick })).toMatchObject({ taken: 2, refused: {} });
    report(server, 10);
    await contact(server);
    const { entries, confirmed } = uplink.state();
    expect(confirmed).toBe(entries);
    const { rows } = await transact(hub.hub.pool, 'all', (tx) =>
      tx.query(
        `SELECT b.state, b.entries_count AS counted, l.last, (SELECT count(*) FROM entries) AS stored,
           (SELECT count(*) FROM proofs WHERE reason = 'quarantined') AS proofs
         FROM branches b JOIN lines l ON l.branch = b.id`,
      ),
    );
    expect(rows).toEqual([{ state: 'active', counted: entries, last: entries, stored: entries, proofs: 2 }]);
  });

  it('survives a connection that is cut while idle and while a request runs', async () => {
    await using hub = await listeningHub(program);
    const sockets = new Set<Socket>();
    const relay = createServer((from) => {
      const to = connectSocket(Number(new URL(hub.address).port), '127.0.0.1');
      for (const socket of [from, to]) {
        sockets.add(socket);
        socket.on('error', () => {});
      }
      from.pipe(to).pipe(from);
    });
    await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
    using _relay = atEnd(() => relay.close());
    const cut = (): void => {
      for (const socket of sockets) socket.resetAndDestroy();
    };
    await using joined = await joinedAppliance(hub);
    const settings = must(readSettings(joined.server.appliance), 'it has joined');
    const { ca, branch, certificateKey: key } = settings;
    const { certificate } = must(branch, 'it has joined');
    const { port } = relay.address() as AddressInfo;
    const deps = { egress: joined.server.appliance.egress, lookup: async () => [] };
    const trust = { ca: must(ca, 'it has joined'), client: { certificate, key } };
    using client = await connectToHub(deps, [`https://127.0.0.1:${port}`], trust);
    const state = { line: joined.server.appliance.uplink.state().line };
    await client.post('/state', state);
    cut();
    await setTimeout(50);
    await expect(client.post('/state', state)).resolves.toMatchObject({ last: expect.any(Number) });
    const running = client.post('/state', state);
    setImmediate(cut);
    await running.catch((error: unknown) => expect(error).toBeInstanceOf(ContactFailure));
    await expect(client.post('/state', state)).resolves.toMatchObject({ last: expect.any(Number) });
  });
});
