import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Appliance } from '../../server/appliance/appliance.ts';
import { openAppliance, type Surroundings } from '../../server/context.ts';
import type { Migration } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/all.ts';
import { systemClock } from '../../server/lib/clock.ts';
import { createLogger } from '../../server/lib/log.ts';
import { eraseVerification } from '../../server/retention/erase.ts';
import { hasSnapshot, SNAPSHOT, takeSnapshot } from '../../server/updates/snapshot.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { assertInvariants } from '../support/invariants.ts';
import { startTestServer, testConfig } from '../support/server.ts';
import { submit } from './drive.ts';

const NEXT: Migration = {
  version: MIGRATIONS.length + 1,
  name: 'of the next version',
  sql: "CREATE TABLE of_the_next (a TEXT NOT NULL) STRICT; INSERT INTO of_the_next VALUES ('new'); UPDATE verifications SET updated_at = 0;",
};
const BROKEN: Migration = { version: NEXT.version + 1, name: 'broken', sql: 'INSERT INTO nowhere VALUES (1)' };
const NEWER = [...MIGRATIONS, NEXT];
const DATABASES = ['custos.db', 'keys.db'];

function open(folder: string, changed: Partial<Surroundings> = {}): Promise<Appliance> {
  const log = createLogger(systemClock, () => {});
  return openAppliance(testConfig(folder), { clock: systemClock, log, engines: fakeEngines(), ...changed });
}

/** A data folder with two records. Returns their ids. */
async function fill(folder: string): Promise<string[]> {
  const server = await startTestServer({ folder });
  const ids: string[] = [];
  for (let i = 0; i < 2; i++) ids.push(await submit(server, { files: cardAndSelfie(), applicant: ANNA }));
  await server.settle();
  await server.stop();
  return ids.sort();
}

const contents = (folder: string): Buffer[] => DATABASES.map((name) => readFileSync(join(folder, 'data', name)));

async function expectRecords(folder: string, ids: string[]): Promise<void> {
  const appliance = await open(folder);
  expect(appliance.db.prepare('SELECT id FROM verifications ORDER BY id').pluck().all()).toEqual(ids);
  await assertInvariants(appliance);
  await appliance.close(0);
}

it('puts a start back that changed the databases and did not succeed, byte for byte, and the former program works again', async () => {
  using folder = tempFolder();
  const ids = await fill(folder.path);
  const before = contents(folder.path);
  const started = await open(folder.path, { migrations: NEWER, start: 'until_confirmed' });
  expect(started.db.prepare('SELECT a FROM of_the_next').pluck().get()).toBe('new');
  expect(hasSnapshot(started.config.dataDir)).toBe(true);
  await started.close(0);
  expect(contents(folder.path)).toEqual(before);
  expect(existsSync(join(folder.path, 'data', SNAPSHOT))).toBe(false);
  await expectRecords(folder.path, ids);
});

it('keeps what a start changed that has succeeded, and then refuses the former program', async () => {
  using folder = tempFolder();
  await fill(folder.path);
  const started = await open(folder.path, { migrations: NEWER, start: 'until_confirmed' });
  started.confirmStart();
  expect(existsSync(join(folder.path, 'data', SNAPSHOT))).toBe(false);
  await started.close(0);
  await expect(open(folder.path)).rejects.toMatchObject({ code: 'folder_newer' });
  const again = await open(folder.path, { migrations: NEWER });
  expect(again.db.prepare('SELECT a FROM of_the_next').pluck().get()).toBe('new');
  await again.close(0);
});

it('undoes migrations of which a later one fails', async () => {
  using folder = tempFolder();
  const ids = await fill(folder.path);
  const before = contents(folder.path);
  await expect(open(folder.path, { migrations: [...NEWER, BROKEN] })).rejects.toThrow('nowhere');
  expect(contents(folder.path)).toEqual(before);
  await expectRecords(folder.path, ids);
});

it('takes no snapshot of an empty folder, nor where the form stays', async () => {
  using folder = tempFolder();
  const first = await open(folder.path, { start: 'until_confirmed' });
  expect(existsSync(join(folder.path, 'data', SNAPSHOT))).toBe(false);
  await first.close(0);
  const second = await open(folder.path, { start: 'until_confirmed' });
  expect(existsSync(join(folder.path, 'data', SNAPSHOT))).toBe(false);
  await second.close(0);
});

it.each<[string, (data: string) => void]>([
  ['before it succeeded', () => {}],
  ['while its databases were put back', (data) => rmSync(join(data, 'custos.db'))],
  [
    'while a database was copied back',
    (data) => {
      rmSync(join(data, 'custos.db'));
      writeFileSync(join(data, 'custos.db.former'), 'half of');
    },
  ],
])('settles at the next start one that was killed %s', async (_when, wreck) => {
  using folder = tempFolder();
  using killed = tempFolder();
  const ids = await fill(folder.path);
  const started = await open(folder.path, { migrations: NEWER, start: 'until_confirmed' });
  // The state after a killed process: the write-ahead logs exist, and nothing was closed.
  cpSync(folder.path, killed.path, { recursive: true });
  await started.close(0);
  wreck(join(killed.path, 'data'));
  await expectRecords(killed.path, ids);
  expect(readdirSync(join(killed.path, 'data')).filter((name) => /snapshot|former/.test(name))).toEqual([]);
});

it('settles before the keeper of the master key looks, to whom a key database that is away would be a new one', async () => {
  using folder = tempFolder();
  using killed = tempFolder();
  await fill(folder.path);
  const started = await open(folder.path, { migrations: NEWER, start: 'until_confirmed' });
  cpSync(folder.path, killed.path, { recursive: true });
  await started.close(0);
  rmSync(join(killed.path, 'data', 'keys.db'));
  const seen: boolean[] = [];
  const find = async (): Promise<void> => void seen.push(existsSync(join(killed.path, 'data', 'keys.db')));
  const next = await open(killed.path, { keyKeeper: { keystore: null, find } });
  expect(seen).toEqual([true]);
  await next.close(0);
});

it('goes on with what there is where the process ended after the start had succeeded, while the snapshot was removed', async () => {
  using folder = tempFolder();
  using killed = tempFolder();
  await fill(folder.path);
  const started = await open(folder.path, { migrations: NEWER, start: 'until_confirmed' });
  cpSync(folder.path, killed.path, { recursive: true });
  await started.close(0);
  rmSync(join(killed.path, 'data', SNAPSHOT, 'whole.json'));
  const next = await open(killed.path, { migrations: NEWER });
  expect(next.db.prepare('SELECT a FROM of_the_next').pluck().get()).toBe('new');
  expect(existsSync(join(killed.path, 'data', SNAPSHOT))).toBe(false);
  await next.close(0);
});

it('refuses a start where the disk has no room for the snapshot, says how much is to be freed, and changes nothing', async () => {
  using folder = tempFolder();
  await fill(folder.path);
  const before = contents(folder.path);
  expect(() => takeSnapshot(join(folder.path, 'data'), () => 1_000_000)).toThrow(
    expect.objectContaining({ code: 'disk_full', message: expect.stringMatching(/Free \d+ bytes there/) }),
  );
  expect(contents(folder.path)).toEqual(before);
  expect(existsSync(join(folder.path, 'data', SNAPSHOT))).toBe(false);
});

it('refuses to guess where the snapshot itself is damaged', async () => {
  using folder = tempFolder();
  using killed = tempFolder();
  await fill(folder.path);
  const started = await open(folder.path, { migrations: NEWER, start: 'until_confirmed' });
  cpSync(folder.path, killed.path, { recursive: true });
  await started.close(0);
  writeFileSync(join(killed.path, 'data', SNAPSHOT, 'custos.db'), 'short');
  const refused = open(killed.path);
  await expect(refused).rejects.toMatchObject({ code: 'invalid_configuration' });
  await expect(refused).rejects.toThrow('Restore the last backup');
});

it('leaves no older copy of a key that an erasure destroyed', async () => {
  using folder = tempFolder();
  const [id = ''] = await fill(folder.path);
  const appliance = await open(folder.path, { migrations: NEWER, start: 'until_confirmed' });
  const { db } = appliance.keys;
  const wrapped = db.prepare('SELECT wrapped FROM data_keys WHERE verification_id = ?').pluck().get(id) as Buffer;
  const holds = (): string[] =>
    readdirSync(join(folder.path, 'data'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder.path, 'data', name))
      .filter((path) => statSync(path).isFile() && readFileSync(path).includes(wrapped));
  expect(holds()).toContain(join(folder.path, 'data', SNAPSHOT, 'keys.db'));
  appliance.confirmStart();
  const asked = { cause: 'request', actor: 'opr_test' } as const;
  await eraseVerification(appliance.retention, { kind: 'kyc', id, livemode: true }, asked);
  expect(holds()).toEqual([]);
  await appliance.close(0);
});
