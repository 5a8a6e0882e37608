import { expect, it } from 'vitest';
import { ACCESS } from '../support/access-table.ts';
import { fakeFile } from '../support/fake-engines.ts';
import { form } from '../support/form.ts';
import { LISTED_PERSON } from '../support/lists.ts';
import { startReceiver } from '../support/receiver.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { createCompany, KYB, LEAST_COMPANY, send, sendBody, sendJson } from './drive.ts';
import { planter, plantPerson } from './planting.ts';

const PERSON = '/v1/verifications';
const ENDPOINTS = '/v1/webhook-endpoints';
/** Bodies that the routes of a record's parts accept. */
const BODIES: Record<string, unknown> = {
  hit_id: { decision: 'dismiss', reason: 'other_person' },
  person_id: {},
};

interface Owner {
  /** The path of the owner of the parts. */
  path: string;
  /** An id of each kind of part, by its name in the routes. */
  parts: Record<string, string>;
}

async function person(server: TestServer): Promise<Owner> {
  const path = `${PERSON}/${await plantPerson(server, planter('Qzone'))}`;
  await server.settle();
  const { documents, checks } = (await send(server, path)).body;
  const parts = { document_id: documents[0].id, hit_id: checks.watchlists.hits[0].id, page: '1', side: 'selfie' };
  return { path, parts };
}

async function company(server: TestServer): Promise<Owner> {
  const made = await createCompany(server, {
    company: LEAST_COMPANY,
    representatives: [{ ...LISTED_PERSON, role: 'director' }],
    documents: [{ type: 'license', name: 'x' }],
  });
  expect(made.status, made.text).toBe(201);
  const path = `${KYB}/${made.body.id}`;
  const files = [{ bytes: fakeFile({ lines: ['x'] }), name: 'x', type: 'license' }];
  expect((await send(server, `${path}/documents`, { method: 'POST', body: form({ files }) })).status).toBe(201);
  await server.settle();
  const { documents, representatives, hits } = (await send(server, path)).body;
  return {
    path,
    parts: { document_id: documents[0].id, person_id: representatives[0].id, hit_id: hits[0].id, page: '1' },
  };
}

async function endpoint(server: TestServer, url: string): Promise<Owner> {
  const { body } = await sendJson(server, ENDPOINTS, { url });
  const path = `${ENDPOINTS}/${body.id}`;
  await sendJson(server, `${path}/test`, {});
  const { data } = (await send(server, `${path}/deliveries`)).body;
  return { path, parts: { delivery_id: data[0].id } };
}

/** The status of a route for a part of an owner. */
async function ask(server: TestServer, name: string, owner: Owner, parts: Record<string, string>): Promise<number> {
  const [method = '', template = ''] = name.split(' ');
  const root = template.slice(0, template.indexOf('/{id}'));
  const named = [...template.matchAll(/\{(\w+)\}/g)].map(([, part = '']) => part);
  const path = template
    .replace(`${root}/{id}`, owner.path)
    .replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? 'none');
  const body = BODIES[named.at(-1) ?? ''];
  const answer = await (body === undefined || method === 'GET'
    ? send(server, path, { method })
    : sendBody(server, path, body, { method }));
  return answer.status;
}

it('a part of one record is none of another one, by every route that names both', async () => {
  await using receiver = await startReceiver();
  await using server = await startTestServer();
  const pairs: [string, [Owner, Owner]][] = [
    [PERSON, [await person(server), await person(server)]],
    [KYB, [await company(server), await company(server)]],
    [ENDPOINTS, [await endpoint(server, receiver.url), await endpoint(server, `${receiver.url}/2`)]],
  ];
  const tried: string[] = [];
  for (const [root, [one, other]] of pairs) {
    const routes = Object.keys(ACCESS).filter((name) => name.includes(` ${root}/{id}/`) && /\{\w+_id\}/.test(name));
    for (const name of routes) {
      const wanted = [...name.matchAll(/\{(\w+_id)\}/g)].map(([, part = '']) => part);
      if (!wanted.every((part) => part in other.parts)) continue;
      tried.push(name);
      expect([name, await ask(server, name, one, other.parts)]).toEqual([name, 404]);
      expect([name, await ask(server, name, one, one.parts)]).not.toEqual([name, 404]);
    }
  }
  expect(tried.length, tried.join(', ')).toBeGreaterThanOrEqual(8);
});
