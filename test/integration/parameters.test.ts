import { expect, it } from 'vitest';
import { ACCESS } from '../support/access-table.ts';
import { cardAndSelfie } from '../support/form.ts';
import { inWholeRunAlone } from '../support/long.ts';
import { startTestServer } from '../support/server.ts';
import { createCompany, KYB, LEAST_COMPANY, send, submit } from './drive.ts';

it('a list refuses a parameter that it does not know, and names those that it does', async () => {
  await using server = await startTestServer();
  const { status, body } = await send(server, '/v1/verifications?staus=failed&limit=5&from=x');
  expect([status, body.code]).toEqual([400, 'unknown_parameter']);
  expect(body.errors).toEqual([
    {
      code: 'unknown_parameter',
      field: 'staus',
      message: expect.stringMatching(/^staus is not a parameter of this route; use one of: .*status/),
    },
    { code: 'unknown_parameter', field: 'from', message: expect.any(String) },
  ]);
});

it('so does each list of the appliance', inWholeRunAlone('3 s'), async () => {
  await using server = await startTestServer();
  const person = await submit(server, { files: cardAndSelfie() });
  const { body } = await createCompany(server, { company: LEAST_COMPANY });
  await server.settle();
  const looked: string[] = [];
  for (const name of Object.keys(ACCESS)) {
    const [method, template = ''] = name.split(' ');
    if (method !== 'GET' || !template.startsWith('/v1/')) continue;
    const path = template.replace('{id}', template.startsWith(KYB) ? body.id : person);
    if (path.includes('{')) continue;
    const answer = await server.fetch(path);
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    const isList = answer.status === 200 && isJson && (await answer.json()).object === 'list';
    if (!isJson) await answer.body?.cancel();
    if (!isList) continue;
    looked.push(template);
    const refused = await send(server, `${path}?staus=failed`);
    expect([refused.status, refused.body.code], name).toEqual([400, 'unknown_parameter']);
  }
  expect(looked.length).toBeGreaterThan(15);
});
