import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCommand } from '../../server/commands/run.ts';
import { transact } from '../../server/db/transact.ts';
import { LIMITS } from '../../server/lib/limits.ts';
import { testClock } from '../support/clock.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { seededRandom, testSeed } from '../support/random.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const CHANGES = 400;

async function run({ appliance }: TestServer, cwd: string, ...args: string[]): Promise<{ exit: number; out: string }> {
  let out = '';
  const say = (text: string): void => {
    out += text;
  };
  const exit = await runCommand(appliance, ['audit', ...args], { out: say, err: say, cwd });
  return { exit, out };
}

function append({ appliance }: TestServer, count: number): void {
  transact(appliance.db, () => {
    for (let i = 0; i < count; i++) appliance.audit.append({ actor: 'system', action: 'key.created', details: { i } });
  });
  appliance.audit.anchor();
}

const readLines = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('writes the whole log, its checkpoints and a trailer that verifies', async () => {
  using folder = tempFolder();
  await using server = await startTestServer();
  append(server, LIMITS.auditCheckpointEntries + 10);
  expect(await run(server, folder.path, 'export', 'log.jsonl')).toEqual({ exit: 0, out: 'Written to log.jsonl.\n' });
  const [header, ...lines] = readLines(join(folder.path, 'log.jsonl'));
  const entries = lines.filter(({ type }) => type === 'entry');
  expect(header).toMatchObject({ type: 'header', from: null, public_key: server.appliance.keys.signing.publicKey });
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  expect(entries.at(-1)).toMatchObject({ actor: 'cli', action: 'audit.exported' });
  expect(header.head).toEqual({ count: entries.length, link: entries.at(-1).link });
  expect(lines.slice(entries.length).map(({ type }) => type)).toEqual(['checkpoint', 'trailer']);
  const verified = await run(server, folder.path, 'verify', 'log.jsonl');
  expect(verified).toEqual({
    exit: 0,
    out: expect.stringContaining(`signature of this appliance: ${entries.length} entries`),
  });
});

it('writes what was written from one time up to before another', async () => {
  using folder = tempFolder();
  const clock = testClock();
  await using server = await startTestServer({ clock });
  append(server, 2);
  clock.advance(LIMITS.auditCheckpointMs);
  append(server, 3);
  clock.advance(LIMITS.auditCheckpointMs);
  append(server, 4);
  const times = server.appliance.db.prepare('SELECT at FROM audit ORDER BY seq DESC').pluck().all() as number[];
  const from = new Date(times[6] as number).toISOString();
  const until = new Date(times[0] as number).toISOString();
  expect((await run(server, folder.path, 'export', 'log', '--from', from, '--to', until)).exit).toBe(0);
  const lines = readLines(join(folder.path, 'log'));
  expect(lines.filter(({ type }) => type === 'entry')).toHaveLength(3);
  expect(lines[0]).toMatchObject({ from, until });
  expect((await run(server, folder.path, 'verify', 'log')).exit).toBe(0);
});

it(
  'is refused after one changed byte, a lost or doubled line, and from another appliance',
  inWholeRunAlone('1 s'),
  async () => {
    using folder = tempFolder();
    await using server = await startTestServer();
    await using other = await startTestServer();
    append(server, 20);
    await run(server, folder.path, 'export', 'log');
    const path = join(folder.path, 'log');
    const whole = readFileSync(path);
    expect((await run(other, folder.path, 'verify', 'log')).out).toContain('a different appliance signed it');
    const seed = testSeed();
    console.log(`seed ${seed}`);
    const random = seededRandom(seed);
    const refuses = async (bytes: Buffer, what: string): Promise<void> => {
      writeFileSync(path, bytes);
      expect((await run(server, folder.path, 'verify', 'log')).exit, `${what}, seed ${seed}`).toBe(1);
    };
    for (let i = 0; i < CHANGES; i++) {
      const changed = Buffer.from(whole);
      const at = Math.floor(random() * whole.length);
      changed[at] = (changed[at] as number) ^ (1 << Math.floor(random() * 8));
      await refuses(changed, `byte ${at}`);
    }
    const lines = whole.toString().split('\n').slice(0, -1);
    for (const [at, line] of lines.entries()) {
      await refuses(Buffer.from(`${lines.toSpliced(at, 1).join('\n')}\n`), `without line ${at}`);
      await refuses(Buffer.from(`${lines.toSpliced(at, 0, line).join('\n')}\n`), `line ${at} twice`);
    }
    await refuses(whole.subarray(0, -1), 'without its last line break');
    await refuses(Buffer.alloc(0), 'empty');
    await refuses(Buffer.from('null\n[]\n'), 'no export');
  },
);

it('writes over nothing, and says what it cannot understand', async () => {
  using folder = tempFolder();
  await using server = await startTestServer();
  writeFileSync(join(folder.path, 'mine'), 'mine');
  expect((await run(server, folder.path, 'export', 'mine')).out).toContain('already exists');
  expect(readFileSync(join(folder.path, 'mine'), 'utf8')).toBe('mine');
  expect((await run(server, folder.path, 'export', 'none/log')).out).toContain('cannot be written');
  expect((await run(server, folder.path, 'export', 'log', '--from', 'yesterday')).exit).toBe(2);
  expect((await run(server, folder.path, 'export')).exit).toBe(2);
  expect((await run(server, folder.path, 'verify', 'none')).exit).toBe(1);
});

it('says so where the log itself does not hold', async () => {
  using folder = tempFolder();
  await using server = await startTestServer();
  append(server, 3);
  const { db } = server.appliance;
  const row = db.prepare('SELECT actor FROM audit WHERE seq = 2').pluck().get();
  db.exec("UPDATE audit SET actor = 'nobody' WHERE seq = 2");
  const { exit, out } = await run(server, folder.path, 'export', 'log');
  db.prepare('UPDATE audit SET actor = ? WHERE seq = 2').run(row);
  expect([exit, out]).toEqual([1, expect.stringContaining('entry 2')]);
});
