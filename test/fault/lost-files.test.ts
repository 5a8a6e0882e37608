import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../support/folder.ts';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';

const MAIN = ['custos.db', 'custos.db-wal', 'custos.db-shm'];
const KEYS = ['keys.db', 'keys.db-wal', 'keys.db-shm'];

it.each([
  ['main', MAIN, 'invalid_configuration'],
  ['key', KEYS, 'master_key_missing'],
])(
  'a start without the %s database is refused, destroys nothing, and goes well once it is back',
  async (_name, files, code) => {
    using folder = tempFolder();
    const data = join(folder.path, 'data');
    const server = await startTestServer({ folder: folder.path });
    const body = form({ files: cardAndSelfie(), applicant: ANNA });
    const { id } = (await (await server.fetch('/v1/verifications', { method: 'POST', body })).json()) as { id: string };
    await server.settle();
    await server.stop();
    const lost = files.filter((name) => readdirSync(data).includes(name));
    for (const name of lost) renameSync(join(data, name), join(folder.path, name));

    for (const _again of [1, 2]) {
      await expect(startTestServer({ folder: folder.path })).rejects.toMatchObject({ code });
      expect(readdirSync(join(data, 'files'))).toEqual([id]);
    }

    for (const name of files) rmSync(join(data, name), { force: true });
    for (const name of lost) renameSync(join(folder.path, name), join(data, name));
    await using again = await startTestServer({ folder: folder.path, list: false });
    expect(again.appliance.keys.dataKeyIds()).toEqual([id]);
  },
);
