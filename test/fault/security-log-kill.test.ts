import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/db/open.ts';
import { tempFolder } from '../support/folder.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { eventually, freePort, needsRsyslog, rsyslogIn } from '../support/rsyslog.ts';

const SCRIPT = fileURLToPath(new URL('killed-security-log.ts', import.meta.url));
const KILLS = 20;

interface Taken {
  seq: number;
  link: string;
}

describe('a sender of the security log that is killed at 20 moments', () => {
  it('loses no entry of a receiver over TCP (rsyslog)', { ...needsRsyslog, ...inWholeRunAlone('40 s') }, async () => {
    using folder = tempFolder();
    await using rsyslog = rsyslogIn(join(folder.path, 'rsyslog'), { kind: 'tcp', port: await freePort() });
    await rsyslog.start();
    const { input } = rsyslog;
    const port = input.kind === 'tcp' ? input.port : 0;
    const taken = (): Taken[] =>
      rsyslog.messages().flatMap(({ data }) => {
        const { seq, link = '' } = data['custos@32473'] ?? {};
        return seq === undefined ? [] : [{ seq: Number(seq), link }];
      });
    await killAll(folder.path, { kind: 'tcp', host: '127.0.0.1', port }, taken);
  });

  it('loses no entry of a file, which has whole lines only', { ...inWholeRunAlone('40 s') }, async () => {
    using folder = tempFolder();
    const place = { kind: 'file', folder: join(folder.path, 'log'), fileBytesMax: 2 ** 26, filesKept: 2 };
    const taken = (): Taken[] =>
      readFileSync(join(place.folder, 'custos-security.jsonl'), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
        .filter(({ seq }) => seq !== undefined);
    await killAll(folder.path, place, taken);
  });
});

async function killAll(folder: string, place: object, taken: () => Taken[]): Promise<void> {
  const env = {
    ...process.env,
    CUSTOS_DATA_DIR: join(folder, 'data'),
    CUSTOS_MASTER_KEY_FILE: join(folder, 'master.key'),
    PLACE: JSON.stringify(place),
  };
  const run = async (dieAt: number): Promise<{ printed: string; signal: string | null }> => {
    const child = spawn(process.execPath, [SCRIPT], {
      env: { ...env, DIE_AT: String(dieAt) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    return { printed, signal };
  };
  const moments = Number((await run(0)).printed);
  let killed = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const { signal } = await run(Math.max(1, Math.floor((kill * moments) / KILLS)));
    if (signal === 'SIGKILL') killed += 1;
  }
  expect((await run(0)).signal).toBeNull();
  const db = openDatabase(join(env.CUSTOS_DATA_DIR, 'custos.db'));
  const entries = db.prepare('SELECT seq, lower(hex(link)) AS link FROM audit ORDER BY seq').all() as Taken[];
  db.close();
  await eventually(() => taken().some(({ seq }) => seq === entries.length));
  const found = taken();
  const first = new Map(found.map(({ seq, link }) => [seq, link]));
  expect([...first].map(([seq, link]) => ({ seq, link }))).toEqual(entries);
  console.info(
    `${killed} of ${KILLS} runs were killed at ${moments} moments; ${entries.length} entries, ${found.length - entries.length} of them again`,
  );
  expect(killed).toBeGreaterThan(KILLS / 2);
}
