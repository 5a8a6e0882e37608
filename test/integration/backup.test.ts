import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../../server/appliance/config.ts';
import { archiveKey, encodeHeader, masterKeyId } from '../../server/backup/format.ts';
import { peekHeader } from '../../server/backup/read-archive.ts';
import { keepRecoveryKey, recoveryKeyInForce } from '../../server/backup/recovery-store.ts';
import { UNFINISHED_MARK } from '../../server/backup/unfinished.ts';
import { createArchive } from '../../server/backup/write-archive.ts';
import { offlineBackupCommand } from '../../server/commands/backup-offline.ts';
import { runCommand } from '../../server/commands/run.ts';
import { openAppliance } from '../../server/context.ts';
import { must } from '../../server/lib/assert.ts';
import { keyFingerprint } from '../../server/lib/signatures.ts';
import { eraseVerification } from '../../server/retention/erase.ts';
import { testClock } from '../support/clock.ts';
import { fakeEngines } from '../support/fake-engines.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { submitCompany, uploadFor } from '../support/kyb.ts';
import { writeSmallList } from '../support/lists.ts';
import { inWholeRunAlone, isWholeRun } from '../support/long.ts';
import { oldRecoveryKey } from '../support/old-recovery-key.ts';
import { startTestServer, type TestServer, type TestServerOptions, testConfig } from '../support/server.ts';
import { bearer, KYB, read, send, sendJson, submit, verify } from './drive.ts';

const CLEAN = { files: cardAndSelfie(), applicant: ANNA };
const HOUR_MS = 3600 * 1000;
/** How often a backup is made during writes, and the most records written meanwhile. */
const [ROUNDS, WRITTEN_MAX] = isWholeRun() ? [3, 200] : [1, 20];

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  folder = tempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const at = (...names: string[]): string => join(folder.path, ...names);

function backupConfig(): Config['backup'] {
  return { dir: at('backups'), keysDir: at('keys'), intervalMs: 24 * HOUR_MS, kept: 3, registers: true };
}

function startWithBackups(options: TestServerOptions = {}): Promise<TestServer> {
  return startTestServer({ ...options, config: { backup: backupConfig(), ...options.config } });
}

interface Ran {
  exit: number;
  out: string;
  err: string;
}

function collecting(): { io: Parameters<typeof runCommand>[2]; ran: Ran } {
  const ran: Ran = { exit: -1, out: '', err: '' };
  const io = {
    out(text: string) {
      ran.out += text;
    },
    err(text: string) {
      ran.err += text;
    },
    cwd: folder.path,
  };
  return { io, ran };
}

async function run({ appliance }: TestServer, ...args: string[]): Promise<Ran> {
  const { io, ran } = collecting();
  ran.exit = await runCommand(appliance, ['backup', ...args], io);
  return ran;
}

/** `custos backup verify|restore` with this configuration; `secret` is the input at the prompt. */
async function runOffline(config: Config, args: string[], secret = ''): Promise<Ran> {
  const { io, ran } = collecting();
  ran.exit = await offlineBackupCommand(config, ['backup', ...args], io, async () => secret);
  return ran;
}

/** Another machine: without data and without a master key. */
function bareMachine(): Config {
  return testConfig(at('machine'));
}

const newest = (name: 'backups' | 'keys'): string =>
  at(name, must(readdirSync(at(name)).sort().at(-1), `there is one in ${name}`));

/** An appliance on the restored data, with the configuration of that machine. */
function startRestored(config: Config, dataDir: string, keyFile: string): Promise<TestServer> {
  const masterKey = { kind: 'file', path: keyFile } as const;
  return startTestServer({ folder: at('machine'), list: false, config: { ...config, dataDir, masterKey } });
}

describe('a backup that somebody exchanged', () => {
  /**
   * A backup of another appliance that seals its keys for the same recovery key. The header of every archive of keys
   * contains the public part of that key.
   */
  async function forge(): Promise<string[]> {
    const { header } = must(peekHeader(newest('keys')), 'the keys were backed up');
    const recovery = must('recovery' in header ? header.recovery : null, 'it is an archive of keys');
    const backup = { ...backupConfig(), dir: at('forged'), keysDir: at('forged-keys') };
    await using server = await startTestServer({ config: { backup } });
    const { keys } = server.appliance;
    keepRecoveryKey(keys, { publicKey: recovery, madeAt: null, confirmedAt: null, namesAppliance: true });
    await verify(server, CLEAN);
    expect(await run(server, 'create')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('The keys were backed up'),
    });
    const [data, archive] = ['forged', 'forged-keys'].map((name) => at(name, readdirSync(at(name))[0] ?? ''));
    return [data ?? '', '--keys', archive ?? ''];
  }

  it('is refused by what the recovery key names', inWholeRunAlone('1 s'), async () => {
    await using server = await startWithBackups();
    const { out: sheet } = await run(server, 'recovery-key');
    await run(server, 'create');
    const forged = await forge();
    const orders = [
      ['verify', ...forged],
      ['verify', forged[2] ?? ''],
      ['restore', ...forged, '--to', at('restored'), '--master-key-file', at('new.key')],
    ];
    for (const order of orders) {
      const ran = await runOffline(bareMachine(), order, sheet);
      expect([ran.exit, ran.err], order[0]).toEqual([
        1,
        expect.stringContaining('your recovery key belongs to a different one'),
      ]);
    }
    expect([existsSync(at('restored')), existsSync(at('new.key'))]).toEqual([false, false]);
    const own = await runOffline(bareMachine(), ['verify', newest('backups'), '--keys', newest('keys')], sheet);
    expect([own.exit, own.out]).toEqual([
      0,
      expect.stringContaining('your recovery key belongs to the same appliance'),
    ]);
  });

  it(
    'is found where a person compares: an old recovery key opens nothing unless the appliance is named beside it',
    inWholeRunAlone('1 s'),
    async () => {
      await using server = await startWithBackups();
      const sheet = oldRecoveryKey((await run(server, 'recovery-key')).out.trim());
      const { keys } = server.appliance;
      const fingerprint = keyFingerprint(keys.signing.publicKey);
      keepRecoveryKey(keys, { ...must(recoveryKeyInForce(keys), 'it was made'), namesAppliance: false });
      await run(server, 'create');
      expect(server.appliance.backups.warnings().map(({ reason }) => reason)).toContain('recovery_key_unnamed');
      const accept = ['--accept-signer', fingerprint];
      const forged = await runOffline(bareMachine(), ['verify', ...(await forge()), ...accept], sheet);
      expect([forged.exit, forged.err]).toEqual([
        1,
        expect.stringContaining('not by the one given with --accept-signer'),
      ]);
      const own = [newest('backups'), '--keys', newest('keys')];
      const unnamed = await runOffline(bareMachine(), ['verify', ...own], sheet);
      expect([unnamed.exit, unnamed.err]).toEqual([1, expect.stringContaining(`--accept-signer "${fingerprint}"`)]);
      const order = ['restore', ...own, '--to', at('restored'), '--master-key-file', at('new.key'), ...accept];
      const restored = await runOffline(bareMachine(), order, sheet);
      expect([restored.exit, restored.out]).toEqual([0, expect.stringContaining('nothing else confirms it')]);
      await using again = await startRestored(bareMachine(), at('restored'), at('new.key'));
      expect(again.appliance.backups.warnings()).toMatchObject([{ reason: 'restored_unproven' }]);
    },
  );
});

describe('a backup', () => {
  it('restores on another machine with the two archives and the recovery key alone, record for record', async () => {
    await using server = await startWithBackups();
    const recovery = await run(server, 'recovery-key');
    expect(recovery.out.trim()).toMatch(/^([0-9A-HJKMNP-TV-Z]{8}-){8}[0-9A-HJKMNP-TV-Z]{8}$/);
    const anna = await verify(server, CLEAN);
    const companyId = await submitCompany(server);
    await uploadFor(server, companyId, [{ name: 'register.pdf' }]);
    await server.settle();
    await server.appliance.lists.importList(
      {
        paths: [
          writeSmallList(folder.path, ['U-5,"MARTELLO, Anna Lucia",person,,1986-08-12,,,TEST-A,sanction,2024-01-01,']),
        ],
        code: 'small',
      },
      'cli',
    );
    await server.settle();
    const company = (await send(server, `${KYB}/${companyId}`)).body;
    const alerts = (await send(server, '/v1/alerts')).body;
    expect(alerts.data.length).toBeGreaterThan(0);
    const { certificate } = await server.appliance.lan.change({ on: true, address: '127.0.0.1', port: 0 }, 'cli');
    const made = await run(server, 'create');
    expect(made.out).toContain(`${statSync(newest('backups')).size} bytes: the database`);
    expect(made, made.err).toMatchObject({ exit: 0, out: expect.stringContaining('The keys were backed up to') });

    const machine = bareMachine();
    const order = ['restore', newest('backups'), '--to', at('restored'), '--keys', newest('keys')];
    const restored = await runOffline(
      machine,
      [...order, '--master-key-file', at('new.key')],
      recovery.out.toLowerCase(),
    );
    expect(restored, restored.out + restored.err).toMatchObject({ exit: 0 });
    expect(restored.out).toContain('OK     records opened: 2 of 2');
    expect(restored.out).toContain('OK     files opened: 3 of 3');
    expect(restored.out).toContain('OK     table verifications: 2 of 2');
    expect(restored.out).toContain('OK     table alerts: ');
    expect(restored.out).toMatch(/OK {5}audit log entries: (\d+) of \1/);
    expect(restored.out).not.toContain('FAILED');
    expect(restored.out).toContain(`Master key: ${at('new.key')}`);
    await using again = await startRestored(machine, at('restored'), at('new.key'));
    expect(await read(again, anna.id, server.key)).toEqual(anna);
    expect((await send(again, `${KYB}/${companyId}`, { headers: bearer(server.key) })).body).toEqual(company);
    expect((await send(again, '/v1/alerts', { headers: bearer(server.key) })).body).toEqual(alerts);
    // The machine has the same certificate, but serves the office network only when a person switches it on.
    expect(again.appliance.lan.state()).toMatchObject({ on: false, listening: false, certificate });
    const acts = again.appliance.db.prepare("SELECT actor FROM audit WHERE action = 'backup.restored'").pluck().all();
    expect(acts).toEqual(['cli']);
  });

  it('that was made before the recovery key gets its keys when that is made', inWholeRunAlone('1 s'), async () => {
    await using server = await startWithBackups();
    expect((await run(server, 'create')).err).toContain('Run "custos backup recovery-key" first');
    const recovery = (await run(server, 'recovery-key')).out;
    const verified = await runOffline(server.appliance.config, ['verify', newest('keys')], recovery);
    expect(verified, verified.err).toMatchObject({ exit: 0 });
  });

  it('is of one moment, whatever is written while it is made', inWholeRunAlone('1 s'), async () => {
    await using server = await startWithBackups();
    for (let i = 0; i < 4; i++) await submit(server, CLEAN);
    let making = true;
    const writing = (async () => {
      // A limit, so a faster machine does not write more: the test checks the moment, not the number.
      for (let i = 0; making && i < WRITTEN_MAX; i++) await submit(server, CLEAN);
    })();
    for (let round = 0; round < ROUNDS; round++) {
      const made = await run(server, 'create');
      expect(made.exit, made.err).toBe(0);
      const { dataDir, masterKey } = server.appliance.config;
      const to = at(`restored-${round}`);
      const restored = await runOffline({ ...bareMachine(), dataDir, masterKey }, [
        'restore',
        newest('backups'),
        '--to',
        to,
      ]);
      expect(restored.exit, restored.out + restored.err).toBe(0);
    }
    making = false;
    await writing;
    await server.settle();
    const live = server.appliance.db.prepare('SELECT id FROM verifications ORDER BY seq').pluck().all();
    const key = server.appliance.config.masterKey;
    for (let round = 0; round < ROUNDS; round++) {
      // Its end asserts the invariants: rows, files, keys, jobs, events and the audit log belong together.
      await using again = await startRestored(
        bareMachine(),
        at(`restored-${round}`),
        key.kind === 'file' ? key.path : '',
      );
      const kept = again.appliance.db.prepare('SELECT id FROM verifications ORDER BY seq').pluck().all();
      expect(kept.length).toBeGreaterThanOrEqual(4);
      expect(live.slice(0, kept.length)).toEqual(kept);
    }
  });

  it(
    'made before an erasure cannot be opened after it: the keys are gone from their archives too',
    inWholeRunAlone('2 s'),
    async () => {
      const planted = 'Zwiebelturm Quasselstrippe';
      await using server = await startWithBackups();
      const recovery = (await run(server, 'recovery-key')).out;
      const kept = await verify(server, CLEAN);
      const gone = await verify(server, {
        files: cardAndSelfie(),
        applicant: { first_name: planted, last_name: 'Martello' },
      });
      await run(server, 'create');
      await run(server, 'create');
      const [older, newer] = readdirSync(at('keys')).sort();
      const before = [older, newer].map((name) => readFileSync(at('keys', name ?? '')));
      const which = { kind: 'kyc', id: gone.id, livemode: true } as const;
      await eraseVerification(server.appliance.retention, which, { cause: 'request', actor: 'key_test' });
      expect(readdirSync(at('keys')).sort()).toEqual([older, newer]);
      for (const [index, name] of [older, newer].entries()) {
        expect(readFileSync(at('keys', name ?? '')).equals(before[index] ?? Buffer.alloc(0))).toBe(false);
        const order = ['restore', newest('backups'), '--to', at(`restored-${index}`), '--keys', at('keys', name ?? '')];
        const keyFile = at(`key-${index}`);
        const restored = await runOffline(bareMachine(), [...order, '--master-key-file', keyFile], recovery);
        expect(restored.exit, restored.out + restored.err).toBe(0);
        expect(restored.out).toContain('1 records that were erased after the backup stay erased.');
        expect(restored.out).toContain('OK     records opened: 1 of 1');
        expect(readdirSync(at(`restored-${index}`, 'files'))).toEqual([kept.id]);
        await using again = await startRestored(bareMachine(), at(`restored-${index}`), keyFile);
        expect((await read(again, kept.id, server.key)).id).toBe(kept.id);
        expect((await send(again, `/v1/verifications/${gone.id}`, { headers: bearer(server.key) })).status).toBe(404);
        for (const file of readdirSync(at(`restored-${index}`), { recursive: true, withFileTypes: true })) {
          if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name)).includes(planted)).toBe(false);
        }
      }
      // The same with the keys on the machine, which record the erasure's entry up to 200 ms after it.
      server.appliance.audit.anchor();
      const { dataDir, masterKey } = server.appliance.config;
      const machine = { ...bareMachine(), dataDir, masterKey };
      const here = await runOffline(machine, ['restore', newest('backups'), '--to', at('here')]);
      expect(here.exit, here.out + here.err).toBe(0);
      expect(here.out).toMatch(/\d+ audit log entries were written after the backup/);
    },
  );

  it(
    'keeps the keys out: without them nothing opens it, and the wrong recovery key does not',
    inWholeRunAlone('1 s'),
    async () => {
      await using server = await startWithBackups();
      const recovery = (await run(server, 'recovery-key')).out;
      await verify(server, CLEAN);
      await run(server, 'create');
      const machine = bareMachine();
      const file = newest('backups');
      const none = await runOffline(machine, ['restore', file, '--to', at('restored')]);
      expect([none.exit, none.err]).toEqual([1, expect.stringContaining('--keys')]);
      const withKeys = ['restore', file, '--to', at('restored'), '--keys', newest('keys')];
      const mistyped = await runOffline(
        machine,
        withKeys,
        recovery.replace(/^./, recovery.startsWith('7') ? '5' : '7'),
      );
      expect([mistyped.exit, mistyped.err]).toEqual([1, expect.stringContaining('typing error')]);
      await using other = await startTestServer();
      const stranger = (await run(other, 'recovery-key')).out;
      const wrong = await runOffline(machine, withKeys, stranger);
      expect([wrong.exit, wrong.err]).toEqual([1, expect.stringContaining('you entered a different one')]);
      const { dataDir, masterKey } = other.appliance.config;
      const foreign = await runOffline({ ...machine, dataDir, masterKey }, ['verify', file]);
      expect([foreign.exit, foreign.err]).toEqual([1, expect.stringContaining('made with different keys')]);
      expect(readdirSync(folder.path)).not.toContain('restored');
      const archive = readFileSync(file);
      for (const text of ['Martello', 'verifications', must(recovery.split('-')[0], 'a group')]) {
        expect(archive.includes(text)).toBe(false);
      }
      // A second recovery key needs an explicit request, and then the archives are sealed for it.
      expect((await run(server, 'recovery-key')).exit).toBe(1);
      const replaced = (await run(server, 'recovery-key', '--replace')).out;
      expect((await runOffline(machine, ['verify', newest('keys')], recovery)).exit).toBe(1);
      const opened = await runOffline(machine, ['verify', newest('keys')], replaced);
      expect([opened.exit, opened.out]).toEqual([0, expect.stringContaining('It contains the keys of 1 records')]);
    },
  );

  it('is refused where it is damaged, and a folder that was not finished is no data folder', async () => {
    await using server = await startWithBackups();
    await verify(server, CLEAN);
    await run(server, 'create');
    const { dataDir, masterKey } = server.appliance.config;
    const machine = { ...bareMachine(), dataDir, masterKey };
    const file = newest('backups');
    const told = await runOffline(machine, ['verify', file]);
    expect([told.exit, told.out]).toEqual([0, expect.stringContaining('2 record files')]);
    const whole = readFileSync(file);
    writeFileSync(at('cut.backup'), whole.subarray(0, whole.length - 100));
    const cut = await runOffline(machine, ['verify', at('cut.backup')]);
    expect([cut.exit, cut.err]).toEqual([1, expect.stringContaining('cut')]);
    const refused = await runOffline(machine, ['restore', at('cut.backup'), '--to', at('restored')]);
    expect(refused.exit).toBe(1);
    expect(readdirSync(at('restored'))).toContain(UNFINISHED_MARK);
    const surroundings = { clock: testClock(), log: server.appliance.log, engines: fakeEngines() };
    await expect(openAppliance({ ...machine, dataDir: at('restored') }, surroundings)).rejects.toThrow(
      'cannot be used as a data folder',
    );
    const filled = await runOffline(machine, ['restore', file, '--to', at('restored')]);
    expect([filled.exit, filled.err]).toEqual([1, expect.stringContaining('not empty')]);
    for (const args of [['restore', file], ['verify'], ['verify', file, '--no-such'], ['restore', file, file]]) {
      expect((await runOffline(machine, args)).exit).toBe(2);
    }
  });

  it('says which file a record names that was missing already', inWholeRunAlone('1 s'), async () => {
    const server = await startWithBackups();
    const { id } = await verify(server, CLEAN);
    const { dataDir, masterKey } = server.appliance.config;
    const [lost = ''] = readdirSync(join(dataDir, 'files', id));
    rmSync(join(dataDir, 'files', id, lost));
    const made = await run(server, 'create');
    expect([made.exit, made.err]).toEqual([0, expect.stringContaining('1 files that belong to records are MISSING')]);
    const restored = await runOffline({ ...bareMachine(), dataDir, masterKey }, [
      'restore',
      newest('backups'),
      '--to',
      at('restored'),
    ]);
    expect([restored.exit, restored.out]).toEqual([0, expect.stringContaining('1 files were already missing')]);
    await server.stop();
  });
});

/** A backup with these entries, made with the server's own keys: complete and signed, but different from a real one. */
function forge({ appliance }: TestServer, entries: [name: string, content: unknown][]): string {
  const { backupKey, signing } = appliance.keys;
  const salt = randomBytes(32);
  const header = encodeHeader({
    kind: 'data',
    id: 'bak_forged',
    createdAt: '2026-01-15T09:30:00.000Z',
    signer: signing.publicKey,
    salt: salt.toString('hex'),
    masterKey: masterKeyId(backupKey),
  });
  const path = at(`${randomBytes(4).toString('hex')}.backup`);
  const archive = createArchive(path, header, archiveKey(backupKey, salt, header));
  for (const [name, content] of entries) archive.addBytes(name, Buffer.from(JSON.stringify(content)));
  const digest = archive.finish();
  archive.close();
  appendFileSync(path, signing.sign('backup', digest));
  return path;
}

describe('a restore', () => {
  it('refuses what it has no room for, what a newer version made, and names that lead elsewhere', async () => {
    await using server = await startWithBackups();
    const { dataDir, masterKey } = server.appliance.config;
    const machine = { ...bareMachine(), dataDir, masterKey };
    const start = { form: 1, contentBytes: 0 };
    const refusals: [[string, unknown][], string][] = [
      [[['start.json', { form: 1, contentBytes: 2 ** 52 }]], 'Choose a folder on a larger disk'],
      [[['start.json', { form: 10_000, contentBytes: 0 }]], 'newer version'],
      [
        [
          ['start.json', start],
          ['../../evil', {}],
        ],
        'does not belong in it',
      ],
      [
        [
          ['start.json', start],
          ['files/../../evil', {}],
        ],
        'does not belong in it',
      ],
      [[['custos.db', {}]], 'does not begin'],
      [[['start.json', start]], 'not complete'],
    ];
    for (const [index, [entries, reason]] of refusals.entries()) {
      const ran = await runOffline(machine, ['restore', forge(server, entries), '--to', at(`refused-${index}`)]);
      expect([ran.exit, ran.err], reason).toEqual([1, expect.stringContaining(reason)]);
    }
    expect(readdirSync(folder.path)).not.toContain('evil');
  });

  it('brings registers back; without their files they are searched no more', inWholeRunAlone('1 s'), async () => {
    const csv = 'number,name,country,status\n1,Quillhaven Ltd,GB,active\n';
    writeFileSync(at('register.csv'), csv);
    await using server = await startWithBackups();
    await server.appliance.registers.importRegister({ paths: [at('register.csv')], code: 'uk' }, 'cli');
    const { dataDir, masterKey } = server.appliance.config;
    const machine = { ...bareMachine(), dataDir, masterKey };
    const keyFile = masterKey.kind === 'file' ? masterKey.path : '';
    expect((await run(server, 'create')).out).toContain('1 register files');
    const whole = await runOffline(machine, ['restore', newest('backups'), '--to', at('whole')]);
    expect(whole.out).toContain('OK     register files: 1 of 1');
    expect((await run(server, 'create', '--without-registers')).out).toContain(
      '1 register files were left out as requested',
    );
    const without = await runOffline(machine, ['restore', newest('backups'), '--to', at('without')]);
    expect([without.exit, without.out]).toEqual([0, expect.stringContaining('Import those registers again')]);
    for (const [name, registers] of [
      ['whole', 1],
      ['without', 0],
    ] as const) {
      await using again = await startRestored(machine, at(name), keyFile);
      const ready = await send(again, '/readyz', { headers: {} });
      expect(ready.body).toMatchObject({ status: 'ready', registers });
    }
  });
});

describe('the schedule', () => {
  it(
    'makes a backup when it is due, keeps the set number, and reports a failure until a backup succeeds',
    inWholeRunAlone('3 s'),
    async () => {
      const clock = testClock();
      await using server = await startWithBackups({ clock });
      const { backups } = server.appliance;
      await backups.recoveryKeys.make('cli', false);
      const readiness = async () => (await send(server, '/readyz')).body;
      expect((await readiness()).warnings).toEqual(['There is no backup yet. Create one with "custos backup create".']);
      await backups.tick();
      expect((await readiness()).warnings).toEqual([]);
      for (let day = 0; day < 4; day++) {
        clock.advance(23 * HOUR_MS);
        const before = readdirSync(at('backups'));
        await backups.tick();
        expect(readdirSync(at('backups'))).toEqual(before);
        clock.advance(HOUR_MS);
        await backups.tick();
        expect(readdirSync(at('backups'))).not.toEqual(before);
      }
      expect(readdirSync(at('backups'))).toHaveLength(3);
      expect(readdirSync(at('keys'))).toHaveLength(2);

      clock.advance(24 * HOUR_MS);
      rmSync(at('backups'), { recursive: true });
      writeFileSync(at('backups'), 'a file where a folder was');
      await backups.tick();
      expect(await readiness()).toMatchObject({
        status: 'ready',
        warnings: ['The last backup failed. See the log for the cause.'],
      });
      expect(server.logged.some((line) => line.includes('backup.failed'))).toBe(true);
      expect((await send(server, '/metrics')).text).toMatch(/^custos_backup_failures 1$/m);
      rmSync(at('backups'));
      await backups.tick();
      expect(backups.counts().lastSuccessMs, 'not before the time for another attempt').toBeNull();
      clock.advance(15 * 60 * 1000);
      await backups.tick();
      expect((await readiness()).warnings).toEqual([]);
      expect(backups.counts()).toEqual({ lastSuccessMs: clock.now(), failures: 1 });
    },
  );

  it(
    'rewrites the archives of keys when they can be reached again after an erasure',
    inWholeRunAlone('1 s'),
    async () => {
      await using server = await startWithBackups();
      const { backups } = server.appliance;
      await backups.recoveryKeys.make('cli', false);
      const { id } = await verify(server, CLEAN);
      await backups.create({}, 'cli');
      const away = at('unplugged');
      const content = readFileSync(newest('keys'));
      const name = must(readdirSync(at('keys'))[0], 'an archive of keys');
      mkdirSync(away);
      writeFileSync(join(away, name), content);
      rmSync(at('keys'), { recursive: true });
      writeFileSync(at('keys'), '');
      await eraseVerification(
        server.appliance.retention,
        { kind: 'kyc', id, livemode: true },
        { cause: 'request', actor: 'key_test' },
      );
      expect(backups.warnings().map(({ reason }) => reason)).toContain('keys_remain');
      rmSync(at('keys'));
      mkdirSync(at('keys'));
      writeFileSync(at('keys', name), content);
      await backups.tick();
      expect(backups.warnings()).toEqual([]);
      expect(readFileSync(at('keys', name)).equals(content)).toBe(false);
      // An even later return of the archive: it knows of fewer erasures than the appliance.
      writeFileSync(at('keys', name), content);
      await backups.tick();
      expect(readFileSync(at('keys', name)).equals(content)).toBe(false);
    },
  );
});

describe('/v1/backups', () => {
  it('makes one and tells how it went; two at once are refused', async () => {
    await using server = await startWithBackups();
    await verify(server, CLEAN);
    const made = await sendJson(server, '/v1/backups', {});
    expect([made.status, made.body.status, made.headers.get('location')]).toEqual([
      202,
      'running',
      `/v1/backups/${made.body.id}`,
    ]);
    const second = await sendJson(server, '/v1/backups', {});
    expect([second.status, second.body.code]).toEqual([409, 'state_conflict']);
    await expect(server.appliance.backups.create({}, 'cli')).rejects.toThrow('in progress');
    const status = async () => (await send(server, `/v1/backups/${made.body.id}`)).body.status;
    await expect.poll(status).toBe('completed');
    const { body } = await send(server, '/v1/backups');
    expect(body.data).toEqual([
      expect.objectContaining({ id: made.body.id, status: 'completed', progress: null, problem: null }),
    ]);
    expect(body.data[0].size_bytes).toBe(statSync(newest('backups')).size);
    expect((await send(server, '/v1/backups/bak_01h455vb4pex5vsknk084sn02q')).status).toBe(404);
  });

  it('is for administrators in live mode, and needs a folder', async () => {
    await using server = await startTestServer();
    const refused = await sendJson(server, '/v1/backups', {});
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('CUSTOS_BACKUP_DIR')]);
    const [test, reader] = [server.makeKey({ livemode: false }), server.makeKey({ scopes: ['kyc:read'] })];
    for (const key of [test, reader])
      expect((await send(server, '/v1/backups', { headers: bearer(key) })).status).toBe(403);
    const within = await run(server, 'create', '--to', join(server.appliance.config.dataDir, 'backups'));
    expect([within.exit, within.err]).toEqual([1, expect.stringContaining('Choose another folder')]);
  });
});

it('an end in the middle of a backup leaves nothing of it, and is no failure', inWholeRunAlone('1 s'), async () => {
  await using server = await startWithBackups();
  const { backups } = server.appliance;
  await backups.recoveryKeys.make('cli', false);
  await verify(server, CLEAN);
  await backups.create({}, 'cli');
  const before = [readdirSync(at('backups')), readdirSync(at('keys'))];
  backups.start();
  const refused = expect(backups.create({}, 'cli')).rejects.toThrow();
  const rewriting = backups.rewriteKeyArchives();
  await backups.close();
  await Promise.all([refused, rewriting]);
  expect([readdirSync(at('backups')), readdirSync(at('keys'))]).toEqual(before);
  expect(backups.counts().failures).toBe(0);
  expect(server.logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
