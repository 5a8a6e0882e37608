import { expect, it } from 'vitest';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';

it('keeps key and files when the disk fails at the commit, since the row may be there after all', async () => {
  await using server = await startTestServer({ start: false });
  const { db } = server.appliance;
  const original = db.transaction;
  let failed = false;
  db.transaction = ((work: () => unknown) => {
    const made = original.call(db, work);
    const immediate = () => {
      const result = made.immediate();
      if (failed || db.prepare('SELECT count(*) FROM verifications').pluck().get() === 0) return result;
      failed = true;
      throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
    };
    return { immediate };
  }) as unknown as typeof db.transaction;
  const body = form({ files: cardAndSelfie(), applicant: ANNA });
  expect((await server.fetch('/v1/verifications', { method: 'POST', body })).status).toBe(500);
  expect(failed).toBe(true);
  db.transaction = original;
  server.appliance.runner.start();
  await server.settle();
  const { data } = (await (await server.fetch('/v1/verifications')).json()) as { data: { status: string }[] };
  expect(data.map(({ status }) => status)).toEqual(['completed']);
});
