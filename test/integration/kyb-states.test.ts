import { expect, it } from 'vitest';
import { readCompany, statesOf, submitCompany } from '../support/kyb.ts';
import { startTestServer } from '../support/server.ts';

it('a company goes from its create to its end', async () => {
  await using server = await startTestServer();
  const id = await submitCompany(server);
  await server.settle();
  const record = readCompany(server, id);
  expect(['completed', 'failed', 'needs_review']).toContain(record.status);
  expect(statesOf(server, id)).toEqual(['created', 'processing', record.status]);
  expect(Object.keys(record.results).sort()).toEqual([
    'documents',
    'ownership',
    'persons',
    'read',
    'registry',
    'risk',
    'screening',
  ]);
  expect(record.results.persons).toMatchObject({ passed: null });
});
