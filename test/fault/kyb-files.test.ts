import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { riskStep } from '../../server/pipeline/kyb.ts';
import { tempFolder } from '../support/folder.ts';
import { lenientPolicy, readCompany, statesOf, submitCompany, uploadFor } from '../support/kyb.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const policy = lenientPolicy();

/** Makes the next transaction fail with this code, before or after it is on the disk. */
function failNextCommit({ appliance }: TestServer, code: string, when: 'before' | 'after'): void {
  const { db } = appliance;
  const original = db.transaction;
  db.transaction = ((work: () => unknown) => ({
    immediate() {
      db.transaction = original;
      if (when === 'after') original.call(db, work).immediate();
      throw Object.assign(new Error('the disk failed'), { code });
    },
  })) as unknown as typeof db.transaction;
}

const filesOf = (server: TestServer, id: string): string[] =>
  readdirSync(join(server.appliance.config.dataDir, 'files', id));

const unfinishedUploads = (server: TestServer): string[] =>
  readdirSync(join(server.appliance.config.dataDir, 'incoming'));

it('a company whose row cannot be stored leaves no key behind', async () => {
  await using server = await startTestServer({ policy, start: false });
  failNextCommit(server, 'SQLITE_FULL', 'before');
  await expect(submitCompany(server)).rejects.toMatchObject({ code: 'disk_full' });
  expect(server.appliance.keys.dataKeyIds()).toEqual([]);
});

it('a file whose row cannot be stored is gone, and those before it stay', async () => {
  await using server = await startTestServer({ policy });
  const id = await submitCompany(server);
  await uploadFor(server, id, [{}]);
  await server.settle();
  failNextCommit(server, 'SQLITE_FULL', 'before');
  await expect(uploadFor(server, id, [{}, {}])).rejects.toMatchObject({ code: 'disk_full' });
  expect(filesOf(server, id)).toEqual(readCompany(server, id).documents.map((document) => document.id));
});

it(
  'a file stays when the disk fails at the commit, since its row may be there after all: the next start looks',
  inWholeRunAlone('1 s'),
  async () => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path, policy });
    const id = await submitCompany(former);
    await former.settle();
    failNextCommit(former, 'SQLITE_IOERR_FSYNC', 'after');
    await expect(uploadFor(former, id, [{}])).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    const [stored] = readCompany(former, id).documents;
    expect(filesOf(former, id)).toEqual([stored?.id]);
    await former.settle();
    expect(readCompany(former, id).results.late_documents?.documents).toMatchObject([{ document_id: stored?.id }]);
    await former.stop();
    expect(unfinishedUploads(former)).toMatchObject([expect.stringContaining(id)]);
    await using server = await startTestServer({ folder: folder.path, policy });
    expect(filesOf(server, id)).toEqual([stored?.id]);
    expect(unfinishedUploads(server)).toEqual([]);
  },
);

it('a start drops files of a company that no row names after an upload that was not finished, and keeps the others', async () => {
  using folder = tempFolder();
  const former = await startTestServer({ folder: folder.path, policy });
  const id = await submitCompany(former);
  await uploadFor(former, id, [{}]);
  await former.settle();
  const kept = filesOf(former, id);
  const { dataDir } = former.appliance.config;
  mkdirSync(join(dataDir, 'incoming', `req_01h455vb4pex5vsknk084sn02q.${id}`));
  writeFileSync(join(dataDir, 'files', id, 'doc_01h455vb4pex5vsknk084sn02q'), 'left behind');
  await former.stop();
  await using server = await startTestServer({ folder: folder.path, policy });
  expect(filesOf(server, id)).toEqual(kept);
  const line = server.logged.find((entry) => entry.includes('"start.recovered"'));
  expect(JSON.parse(line ?? '')).toMatchObject({ uploads: 1, files: 1, keys: 0 });
});

it.each([false, true])(
  'after a restart a company goes on where it stood (with a file since then: %s)',
  async (withFile) => {
    using folder = tempFolder();
    const former = await startTestServer({ folder: folder.path, policy });
    const reached = Promise.withResolvers<void>();
    const held = vi.spyOn(riskStep, 'run').mockImplementationOnce(() => {
      reached.resolve();
      return new Promise(() => {});
    });
    const id = await submitCompany(former);
    await reached.promise;
    held.mockRestore();
    const before = readCompany(former, id);
    expect(before).toMatchObject({ status: 'processing', step: 'risk' });
    if (withFile) await uploadFor(former, id, [{}]);
    await former.stop();

    await using server = await startTestServer({ folder: folder.path, policy });
    await server.settle();
    const after = readCompany(server, id);
    expect(after.status).toBe('completed');
    const { registry, ownership, screening } = before.results;
    expect(after.results).toMatchObject({ registry, ownership, screening });
    const ids = after.documents.map((document) => document.id);
    expect(ids).toHaveLength(withFile ? 1 : 0);
    expect(after.results.documents?.documents.map(({ document_id }) => document_id)).toEqual(ids);
    expect(statesOf(server, id)).toEqual(['created', 'processing', 'completed']);
  },
);

it('a company whose record cannot be opened any more goes to a person, and the line goes on', async () => {
  await using server = await startTestServer({ policy: lenientPolicy({ appliance_fault: 'review' }), start: false });
  const { db, runner } = server.appliance;
  const damaged = await submitCompany(server);
  const whole = await submitCompany(server);
  db.prepare("UPDATE verifications SET sealed_submission = x'01' WHERE id = ?").run(damaged);
  // This leaves only its last attempt, so the test does not wait for the earlier ones.
  db.prepare('UPDATE jobs SET attempts = 2 WHERE verification_id = ?').run(damaged);
  runner.start();
  await server.settle();
  const statusOf = db.prepare('SELECT status FROM verifications WHERE id = ?').pluck();
  expect([statusOf.get(damaged), statusOf.get(whole)]).toEqual(['needs_review', 'completed']);
});
