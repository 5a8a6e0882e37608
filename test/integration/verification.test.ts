import { expect, it } from 'vitest';
import { ANNA, cardAndSelfie, form } from '../support/form.ts';
import { startTestServer } from '../support/server.ts';

it('completes a clean person', async () => {
  await using server = await startTestServer();
  const created = await server.fetch('/v1/verifications', { method: 'POST', body: form({ files: cardAndSelfie(), applicant: ANNA }) });
  const body = await created.json();
  expect(created.status, JSON.stringify(body)).toBe(201);
  await server.settle();
  const record = await (await server.fetch(body.links.self)).json();
  expect(record, JSON.stringify(record, null, 1)).toMatchObject({ status: 'completed', errors: [] });
});
