import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { codesOf, send, verify } from '../integration/drive.ts';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';

const CLEAN = { files: cardAndSelfie(), applicant: ANNA };

it('lists whose stored names are damaged let nobody pass, appear in /readyz, and are searched again once they are repaired', async () => {
  using folder = tempFolder();
  const first = await startTestServer({ folder: folder.path });
  const { key } = first;
  expect(await verify(first, CLEAN)).toMatchObject({ status: 'completed' });
  await first.stop();
  using db = openMain(folder.path);
  db.run("UPDATE watchlist_records SET names = '[' || names");

  await using server = await startTestServer({ folder: folder.path, list: false });
  const notReady = await send(server, '/readyz');
  expect(notReady).toMatchObject({ status: 503, body: { status: 'not_ready', watchlists: 0 } });
  expect(notReady.body.missing).toEqual([expect.stringContaining('The watchlists could not be loaded')]);
  const record = await verify(server, CLEAN, key);
  expect([record.status, codesOf(record.errors)]).toEqual(['needs_review', ['lists_not_ready']]);
  expect(record.checks.watchlists).toMatchObject({ passed: null, hits: [] });
  const screened = await send(server, '/v1/screenings', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Zdravko Quillonez' }),
  });
  expect(screened).toMatchObject({ status: 503, body: { code: 'lists_not_ready' } });
  expect(server.logged.join('\n').toLowerCase()).not.toMatch(/quillonez|martello/);

  db.run('UPDATE watchlist_records SET names = substr(names, 2)');
  expect(await verify(server, CLEAN, key)).toMatchObject({ status: 'completed' });
  expect(await send(server, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
});

function openMain(folder: string): { run(sql: string): void } & Disposable {
  const db = new Database(join(folder, 'data', 'custos.db'));
  return {
    run: (sql) => void db.exec(sql),
    [Symbol.dispose]: () => void db.close(),
  };
}
