import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeCarried, takeCarried } from '../../server/hub/carried.ts';
import { transact } from '../../server/hub/db/transact.ts';
import { issueDirective, rotateHubKeys } from '../../server/hub/directives.ts';
import type { Hub } from '../../server/hub/open.ts';
import { addPack } from '../../server/hub/packs.ts';
import { isoTime } from '../../server/lib/clock.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { writeCarried } from '../../server/parcel/carried.ts';
import type { DirectiveWork } from '../../server/parcel/directive.ts';
import { signReceipt } from '../../server/parcel/receipt.ts';
import { writePack as writeListPack } from '../../server/screening/packs/write-pack.ts';
import { send } from '../integration/drive.ts';
import { tempFolder } from '../support/folder.ts';
import { ADMINISTRATOR } from '../support/hub/branch.ts';
import { describeHub } from '../support/hub/database.ts';
import { contact, joinedAppliance, listeningHub } from '../support/hub/joined.ts';
import { writeSmallList } from '../support/lists.ts';
import type { TestServer } from '../support/server.ts';
import { makeMaker, writePack, writeTree } from '../support/update-packs.ts';

const DAY_MS = 24 * 3600 * 1000;
const actor = ADMINISTRATOR;

const order = (hub: Hub, branch: string, work: DirectiveWork): Promise<number> =>
  transact(hub.pool, 'all', (tx) => issueDirective(tx, hub, { actor, branch, order: work }));

const setPossibleFrom = (value: number): DirectiveWork => ({
  kind: 'policy',
  body: { note: 'Sharper', changes: { 'screening.possible_from': value } },
});

async function orderPack(hub: Hub, branch: string, kind: 'list' | 'update', path: string): Promise<void> {
  const { sha256, sizeBytes } = await addPack(hub, { actor, kind, name: 'October', path });
  await order(hub, branch, { kind: 'pack', body: { pack: kind, name: 'October', sha256, size_bytes: sizeBytes } });
}

/** What the hub knows of the branch's answers. */
async function answers(hub: Hub): Promise<unknown[]> {
  const { rows } = await transact(hub.pool, 'all', (tx) =>
    tx.query('SELECT outcome, code FROM directives ORDER BY number'),
  );
  return rows.map((row) => ({ ...row }));
}

/** Actions that the appliance's own audit log has of the hub. */
const audited = ({ appliance }: TestServer): unknown[] =>
  appliance.db.prepare("SELECT action FROM audit WHERE actor = 'hub' ORDER BY seq").pluck().all();

/** Carries a file to the hub and its answer back, as people do with a stick. */
async function carry(hub: Hub, { appliance }: TestServer, branch: string): Promise<void> {
  using folder = tempFolder();
  {
    using file = await appliance.uplink.writeFile('test');
    await takeCarried(hub, { actor, path: file.path });
  }
  const path = join(folder.path, 'back.zip');
  await makeCarried(hub, { actor, branch, path, folder: folder.path });
  await appliance.uplink.takeFile(path, 'test');
}

describeHub('the keys of the hub at an appliance', (program) => {
  it('are replaced by a directive: it seals for the new ones, and takes what former ones signed for 31 days', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    using folder = tempFolder();
    const { server, branch } = joined;
    const { uplink } = server.appliance;
    const [former] = hub.hub.keys.pairs();
    const late = join(folder.path, 'late.zip');
    {
      using file = await uplink.writeFile('test');
      copyFileSync(file.path, late);
    }

    const id = await rotateHubKeys(hub.hub, actor);
    await contact(server);
    expect(uplink.state().hub?.signingKey).toBe(hub.hub.keys.newest().keys.signing);
    expect(await answers(hub.hub)).toEqual([{ outcome: 'done', code: null }]);
    const used = async () => {
      const { rows } = await transact(hub.hub.pool, 'all', (tx) => tx.query('SELECT hub_key_id AS id FROM branches'));
      return rows[0]?.id;
    };
    expect(await used()).toBe(id);
    // A file that was sealed for the former keys does not bring them back.
    await takeCarried(hub.hub, { actor, path: late });
    expect(await used()).toBe(id);

    const receiptOf = async (name: string): Promise<string> => {
      const { line, entries } = uplink.state();
      const { head } = server.appliance.db.prepare('SELECT head FROM uplink').get() as { head: string };
      const pair = former ?? hub.hub.keys.newest();
      const path = join(folder.path, name);
      const receipt = signReceipt(pair.signer, {
        format: 1,
        hub_key_id: pair.keys.hub_key_id,
        branch,
        line: line ?? '',
        last: entries,
        head,
        parcel_sha256: '0'.repeat(64),
        audit_count: 1,
        received_at: isoTime(hub.clock.now()),
      });
      await writeCarried(path, { receipts: [receipt] });
      return path;
    };
    uplink.setLevel(0, 'test');
    hub.clock.advance(LIMITS.uplinkFormerKeysMs - 1);
    (await uplink.writeFile('test'))[Symbol.dispose]();
    expect(uplink.state().waiting).toBeGreaterThan(0);
    await uplink.takeFile(await receiptOf('in-time.zip'), 'test');
    expect(uplink.state().waiting).toBe(0);
    hub.clock.advance(1);
    await expect(uplink.takeFile(await receiptOf('too-late.zip'), 'test')).rejects.toThrow('is not signed by');
  });

  it('may change again and again while a branch is away, and what was ordered meanwhile is still taken', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server, branch } = joined;
    await rotateHubKeys(hub.hub, actor);
    await order(hub.hub, branch, setPossibleFrom(0.9));
    await rotateHubKeys(hub.hub, actor);
    // By a stick: it takes the keys and then is away for longer than the former ones count.
    const { uplink, policies } = server.appliance;
    await carry(hub.hub, server, branch);
    expect(uplink.state().directives).toHaveLength(3);
    await order(hub.hub, branch, setPossibleFrom(0.89));
    hub.clock.advance(2 * LIMITS.uplinkFormerKeysMs);
    await carry(hub.hub, server, branch);
    await carry(hub.hub, server, branch);
    expect(uplink.state()).toMatchObject({ directives: [{ number: 4, outcome: 'done' }, {}, {}, {}] });
    expect(policies.current().screening.possible_from).toBe(0.89);
    await contact(server);
    expect(await answers(hub.hub)).toEqual(Array(4).fill({ outcome: 'done', code: null }));
  });
});

describeHub('packs from the hub at an appliance', (program) => {
  it('are imported if a publisher of its own trust signed them, over TLS and by a stick', async () => {
    await using hub = await listeningHub(program);
    using folder = tempFolder();
    const maker = makeMaker();
    const config = { packKeys: [maker.publicKey], updateKeys: [maker.publicKey] };
    const nowMs = hub.clock.now();
    const list = join(folder.path, 'list.pack');
    await writeListPack(list, [{ paths: [writeSmallList(folder.path)], code: 'small' }], { ...maker, nowMs });
    const forged = join(folder.path, 'forged.pack');
    await writeListPack(forged, [{ paths: [writeSmallList(folder.path)], code: 'small' }], { ...makeMaker(), nowMs });
    const update = join(folder.path, 'october.custos-update');
    const language = join(folder.path, 'ita.traineddata');
    writeFileSync(language, 'language data');
    await writePack(update, maker, {
      lists: [writeSmallList(folder.path, ['U-9,Further,person,,,,,,,,'])],
      languages: [language],
      nowMs,
    });
    const program2 = join(folder.path, 'program.custos-update');
    const tree = join(folder.path, 'tree');
    writeTree(tree, { version: '0.2.0' }, { 'custos.sh': '#!/bin/sh\n' });
    await writePack(program2, maker, { tree, nowMs });

    for (const way of ['tls', 'stick']) {
      await using joined = await joinedAppliance(hub, { list: false, config });
      const { server, branch } = joined;
      await orderPack(hub.hub, branch, 'list', list);
      await orderPack(hub.hub, branch, 'list', forged);
      await orderPack(hub.hub, branch, 'update', update);
      await orderPack(hub.hub, branch, 'update', program2);
      if (way === 'tls') await contact(server);
      else await carry(hub.hub, server, branch);
      expect(server.appliance.uplink.state().directives.toReversed(), way).toMatchObject([
        { kind: 'pack', outcome: 'done', code: null },
        { kind: 'pack', outcome: 'refused', code: expect.stringMatching(/^pack_/) },
        { kind: 'pack', outcome: 'done', code: null },
        { kind: 'pack', outcome: 'done', code: 'program_waits' },
      ]);
      expect(server.appliance.watchlists.lists(nowMs)).toHaveLength(2);
      // The program waits for an administrator here.
      expect((await send(server, '/v1/system/updates')).body.pack).toMatchObject({ program: { to: '0.2.0' } });
      expect(audited(server).filter((action) => String(action).startsWith('hub.directive'))).toEqual([
        'hub.directive_done',
        'hub.directive_refused',
        'hub.directive_done',
        'hub.directive_done',
      ]);
      expect(audited(server)).toEqual(expect.arrayContaining(['watchlist.activated', 'update.taken']));
      await contact(server);
      const { rows } = await transact(hub.hub.pool, 'all', (tx) =>
        tx.query('SELECT outcome FROM directives WHERE branch = $1 ORDER BY number', [branch]),
      );
      expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'refused', 'done', 'done']);
    }
  });
});

describeHub("an appliance's certificate for the hub", (program) => {
  it('is renewed from day 60 and also once it has expired, with a new key', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server, branch } = joined;
    const { uplink } = server.appliance;
    const certificates = async () => {
      const { rows } = await transact(hub.hub.pool, 'all', (tx) =>
        tx.query('SELECT DISTINCT fingerprint FROM certificates WHERE branch = $1', [branch]),
      );
      return rows.length;
    };
    const renewed = () => audited(server).filter((action) => action === 'hub.certificate_renewed').length;
    const until = uplink.state().certificateUntilMs ?? 0;
    hub.clock.advance(60 * DAY_MS - 60_000);
    await contact(server);
    expect([await certificates(), renewed(), uplink.state().certificateUntilMs]).toEqual([1, 0, until]);
    hub.clock.advance(120_000);
    await contact(server);
    expect([await certificates(), renewed()]).toEqual([2, 1]);
    expect(uplink.state().certificateUntilMs).toBeGreaterThan(until + 59 * DAY_MS);
    await contact(server);
    expect([await certificates(), renewed()]).toEqual([2, 1]);

    hub.clock.advance(100 * DAY_MS);
    await contact(server);
    expect([await certificates(), renewed(), uplink.state().error]).toEqual([3, 2, null]);
  });
});

describeHub('an appliance whose settings of the hub were changed outside of it', (program) => {
  it('sends nothing, says so, and can leave and join again', async () => {
    await using hub = await listeningHub(program);
    await using joined = await joinedAppliance(hub);
    const { server, branch } = joined;
    const { uplink, db } = server.appliance;
    await order(hub.hub, branch, setPossibleFrom(0.9));
    const version = server.appliance.policies.current().version;
    const { sealed_settings: sealed } = db.prepare('SELECT sealed_settings FROM uplink').get() as {
      sealed_settings: Buffer;
    };
    db.prepare('UPDATE uplink SET sealed_settings = ?').run(Buffer.from(sealed).fill(1, 20, 24));
    expect(await uplink.contact()).toBe('settings_changed');
    expect(uplink.warnings()).toMatchObject([
      { code: 'hub_stopped', message: expect.stringContaining('Leave the hub') },
    ]);
    expect(server.appliance.policies.current().version).toBe(version);
    uplink.leave('test');
    uplink.join({ invite: await hub.invite(), name: 'North', level: 1 }, 'test');
    await uplink.contact();
    expect(await hub.approve()).toBe(branch);
    await contact(server);
    expect(uplink.state()).toMatchObject({ state: 'active', error: null, branch });
    expect(server.appliance.policies.current().version).toBe(version + 1);
  });
});
