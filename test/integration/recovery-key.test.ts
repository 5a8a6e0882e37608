import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Config } from '../../server/appliance/config.ts';
import { peekHeader } from '../../server/backup/read-archive.ts';
import { makeRecoveryPair } from '../../server/backup/recovery-key.ts';
import { runCommand } from '../../server/commands/run.ts';
import { openDatabase } from '../../server/db/open.ts';
import { must } from '../../server/lib/assert.ts';
import { readMeta, removeMeta, writeMeta } from '../../server/vault/key-meta.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone, sampleOf } from '../support/long.ts';
import { putRecoveryKeyInTheClear } from '../support/older-form.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const ATTACKER = makeRecoveryPair('00'.repeat(32)).publicKey;
/** As programs before 2026-12 stored it. */
const IN_THE_CLEAR: Readonly<Record<string, Buffer>> = {
  recovery_public_key: Buffer.from(ATTACKER, 'hex'),
  recovery_key_dates: Buffer.from(JSON.stringify({ madeAt: null, confirmedAt: null, namesAppliance: true })),
};

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const at = (...names: string[]): string => join(folder.path, ...names);

function start(): Promise<TestServer> {
  const backup: Config['backup'] = {
    dir: at('backups'),
    keysDir: at('keys'),
    intervalMs: 24 * 3600 * 1000,
    kept: 3,
    registers: false,
  };
  return startTestServer({ folder: folder.path, list: false, config: { backup } });
}

async function backup(server: TestServer, ...args: string[]): Promise<void> {
  const io = { out: () => {}, err: () => {}, cwd: folder.path };
  expect(await runCommand(server.appliance, ['backup', ...args], io)).toBe(0);
}

/** The recovery key that each archive of keys is sealed for. */
const sealedFor = (): string[] =>
  readdirSync(at('keys')).map((name) => {
    const { header } = must(peekHeader(at('keys', name)), 'it is an archive');
    return 'recovery' in header ? header.recovery : '';
  });

const reasons = ({ appliance }: TestServer): string[] => appliance.backups.warnings().map(({ reason }) => reason);

/** An edit by an attacker who can write the file but has no key. Returns the name of the data folder. */
async function edit(server: TestServer, change: (values: Record<string, Buffer | null>) => void): Promise<void> {
  const { dataDir } = server.appliance.config;
  await server.stop();
  const db = openDatabase(join(dataDir, 'keys.db'));
  const names = [...Object.keys(IN_THE_CLEAR), 'recovery_key'];
  const values = Object.fromEntries(names.map((name) => [name, readMeta(db, name)]));
  change(values);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) removeMeta(db, name);
    else writeMeta(db, name, value);
  }
  db.close();
}

const CHANGES: [string, (values: Record<string, Buffer | null>) => void][] = [
  ['puts one in the clear beside it', (values) => void Object.assign(values, IN_THE_CLEAR)],
  ['puts one in its place', (values) => void Object.assign(values, IN_THE_CLEAR, { recovery_key: null })],
  [
    'changes a byte of it',
    ({ recovery_key: sealed }) => void sealed?.writeUInt8((sealed.at(-1) ?? 0) ^ 1, sealed.length - 1),
  ],
];

it.each(sampleOf('changes of the recovery key', CHANGES, 1))(
  'who can write the key database and %s gets no keys: none is sealed for another recovery key',
  async (_, change) => {
    mkdirSync(at('keys'));
    const first = await start();
    await backup(first, 'recovery-key');
    await backup(first, 'create');
    const own = sealedFor();
    expect(own).toHaveLength(1);
    await edit(first, change);
    await using second = await start();
    await second.appliance.backups.rewriteKeyArchives();
    await backup(second, 'create').catch(() => {});
    expect(new Set(sealedFor())).toEqual(new Set(own));
    expect(reasons(second)).toContain('recovery_key_changed');
    // A person makes another key, which ends the warning.
    await backup(second, 'recovery-key', '--replace');
    await backup(second, 'create');
    expect([...new Set(sealedFor())]).not.toContain(ATTACKER);
    expect(reasons(second)).not.toContain('recovery_key_changed');
  },
);

it(
  'a recovery key of an older version is taken once, which the log says, and not a second time',
  inWholeRunAlone('2 s'),
  async () => {
    mkdirSync(at('keys'));
    const first = await start();
    await backup(first, 'recovery-key');
    await backup(first, 'create');
    const own = sealedFor();
    const { config } = first.appliance;
    await first.stop();
    const before = putRecoveryKeyInTheClear(config);

    const second = await start();
    expect(reasons(second)).not.toContain('no_recovery_key');
    await backup(second, 'create');
    expect(new Set(sealedFor())).toEqual(new Set(own));
    const entries = second.appliance.db
      .prepare("SELECT 1 FROM audit WHERE action = 'backup.recovery_key_sealed'")
      .all();
    expect(entries).toHaveLength(1);
    await second.stop();

    // The former values return, and the sealed one is removed.
    before();
    const db = openDatabase(join(config.dataDir, 'keys.db'));
    for (const [name, value] of Object.entries(IN_THE_CLEAR)) writeMeta(db, name, value);
    db.close();
    await using third = await start();
    expect(reasons(third)).toContain('recovery_key_changed');
    expect(sealedFor()).not.toContain(ATTACKER);
  },
);
